import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { zipOf } from './plug-in-zip.ts';

const folder = path.join(import.meta.dirname, '../integrations/lightroom/veldlicht.lrplugin');

/** Files of a zip, found as programs find them: by the list at its end. */
function filesOf(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf('PK\u0005\u0006');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let n = zip.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [packed, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26);
    const bytes = inflateRawSync(zip.subarray(start, start + packed));
    expect([name, crc32(bytes)]).toEqual([name, zip.readUInt32LE(at + 16)]);
    files.set(name, bytes);
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}

it('packs every file of the plug-in below the name of its folder, the same way each time', () => {
  const zip = zipOf(folder);
  const files = filesOf(zip);
  const names = readdirSync(folder).map((name) => `veldlicht.lrplugin/${name}`);
  expect([...files.keys()]).toEqual(names.toSorted());
  for (const [name, bytes] of files)
    expect(bytes).toEqual(readFileSync(path.join(folder, '..', name)));
  expect(zipOf(folder)).toEqual(zip);
});
