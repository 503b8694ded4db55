import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTiff } from '#testing/tiff-file.ts';
import { readDirectories, tags } from './tiff-directories.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-tiff-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(bytes: Buffer) {
  const file = path.join(folder, 'upload');
  writeFileSync(file, bytes);
  return readDirectories(file);
}

/** One directory in the order of bytes, or the length of numbers, that `makeTiff` does not write. */
function bigEndian(): Buffer {
  const bytes = Buffer.alloc(8 + 2 + 24 + 4);
  bytes.write('MM\0*\0\0\0\x08\0\x02', 'latin1');
  bytes.set([1, 3, 0, 3, 0, 0, 0, 1, 0, 7], 10);
  bytes.set([1, 6, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2], 22);
  return bytes;
}

function bigTiff(): Buffer {
  const bytes = Buffer.alloc(16 + 8 + 20 + 8);
  bytes.write('II+\0\x08\0\0\0\x10', 'latin1');
  bytes[16] = 1;
  bytes.set([3, 1, 3, 0, 3, 0, 0, 0, 0, 0, 0, 0, 8, 0, 16, 0, 8], 24);
  return bytes;
}

describe('directories', () => {
  it('are read in both orders of bytes and both lengths of numbers', async () => {
    const [small] = (await read(makeTiff([{ bits: 16 }]))).pages;
    expect(small?.get(tags.bitsPerSample)).toEqual([16, 16, 16]);
    const [motorola] = (await read(bigEndian())).pages;
    expect(motorola?.get(tags.compression)).toEqual([7]);
    expect(motorola?.get(tags.photometric)).toEqual([2]);
    const [big] = (await read(bigTiff())).pages;
    expect(big?.get(tags.compression)).toEqual([8, 16, 8]);
  });

  it('are told apart by where they stand', async () => {
    const { pages, inner } = await read(makeTiff([{ inner: [{}, {}] }, {}, { inner: [{}] }]));
    expect([pages.length, inner.length]).toEqual([3, 3]);
  });

  it('that lead in a circle are read once', async () => {
    const bytes = makeTiff([{}, {}]);
    const first = bytes.readUInt32LE(4);
    const link = first + 2 + bytes.readUInt16LE(first) * 12;
    bytes.writeUInt32LE(first, link);
    expect((await read(bytes)).pages).toHaveLength(1);
    const inCircle = makeTiff([{ tags: { 330: 0 } }]);
    const at = inCircle.readUInt32LE(4);
    for (let entry = at + 2; entry < inCircle.length - 4; entry += 12)
      if (inCircle.readUInt16LE(entry) === 330) inCircle.writeUInt32LE(at, entry + 8);
    const found = await read(inCircle);
    expect([found.pages.length, found.inner.length]).toEqual([1, 0]);
  });

  it('are no more than a hundred', async () => {
    const pages = Array.from({ length: 300 }, () => ({ width: 1, height: 1 }));
    expect((await read(makeTiff(pages))).pages).toHaveLength(100);
  });

  it('with more tags than there are bytes, or outside the file, are none', async () => {
    const bytes = makeTiff([{}]);
    bytes.writeUInt16LE(65_535, bytes.readUInt32LE(4));
    expect((await read(bytes)).pages).toEqual([]);
    for (const offset of [0, 4_000_000_000]) {
      bytes.writeUInt32LE(offset, 4);
      expect((await read(bytes)).pages, String(offset)).toEqual([]);
    }
    const far = bigTiff();
    far.fill(0xff, 8, 16);
    expect((await read(far)).pages).toEqual([]);
  });

  it('keep a tag whose values are too many or elsewhere', async () => {
    const bytes = makeTiff([{ tags: { 50706: 'a version' } }]);
    const at = bytes.readUInt32LE(4);
    for (let entry = at + 2; entry < bytes.length - 4; entry += 12)
      if (bytes.readUInt16LE(entry) === 50_706) bytes.writeUInt32LE(0xffffffff, entry + 4);
    const [page] = (await read(bytes)).pages;
    expect(page?.has(tags.dngVersion)).toBe(true);
  });

  it('of what is no TIFF are none', async () => {
    for (const words of ['', 'II', 'II*', 'GIF89a, and more than sixteen bytes'])
      expect((await read(Buffer.from(words))).pages, words).toEqual([]);
  });
});
