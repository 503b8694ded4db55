import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFilmHead } from './film-boxes.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-boxes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A position with its name in front, as telephones write it. */
function loci(name: Buffer, lat: number, lon: number): Buffer {
  const numbers = Buffer.alloc(13);
  [lon, lat, 12].forEach((part, i) => {
    numbers.writeInt32BE(Math.round(part * 65_536), 1 + i * 4);
  });
  return box('loci', Buffer.alloc(6), name, numbers, Buffer.from('earth\0\0'));
}

async function placeIn(...parts: Buffer[]): Promise<string | null> {
  const file = path.join(folder, 'upload');
  writeFileSync(file, Buffer.concat([box('ftyp'), box('moov', ...parts)]));
  return (await readFilmHead(file)).place;
}

const plain = Buffer.from('Hoge Veluwe\0');
const wide = Buffer.from('\uFEFFVeluwe\0', 'utf16le').swap16();
const zeros = Buffer.alloc(4);

it('reads the position of a film or of its pictures, whatever its name is written in', async () => {
  const place = '+52.1312+005.8604/';
  for (const name of [plain, wide, Buffer.alloc(1)])
    expect(await placeIn(box('udta', loci(name, 52.1312, 5.8604)))).toBe(place);
  expect(await placeIn(box('trak', box('udta', loci(plain, 52.1312, 5.8604))))).toBe(place);
  expect(await placeIn(box('udta', loci(plain, 52.1312, 5.8604), zeros))).toBe(place);
});

it('keeps south and west apart from north and east', async () => {
  expect(await placeIn(box('udta', loci(plain, -0.5, -70.25)))).toBe('-00.5000-070.2500/');
});

it('reads none from a box that is cut short or damaged', async () => {
  const whole = loci(plain, 52.1312, 5.8604);
  for (let length = 0; length < 26; length++)
    expect(await placeIn(box('udta', box('loci', whole.subarray(8, 8 + length))))).toBeNull();
  expect(await placeIn(box('udta', box('loci', Buffer.alloc(40, 0xff))))).toBeNull();
  expect(await placeIn(box('udta', Buffer.alloc(3)))).toBeNull();
});
