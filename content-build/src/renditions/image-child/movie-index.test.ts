import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { box } from '#testing/iso-box.ts';
import { readMovieHead } from './movie-index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-boxes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A position with its name in front, as telephones write it. */
function loci(name: Buffer | string, lat: number, lon: number): Buffer {
  const numbers = Buffer.alloc(13);
  [lon, lat, 12].forEach((part, i) => {
    numbers.writeInt32BE(Math.round(part * 65_536), 1 + i * 4);
  });
  return box('loci', Buffer.alloc(6), name, numbers, 'earth\0\0');
}

async function positionIn(...parts: Buffer[]): Promise<string | null> {
  const file = path.join(folder, 'upload');
  writeFileSync(file, Buffer.concat([box('ftyp'), box('moov', ...parts)]));
  return (await readMovieHead(file)).position;
}

const here = loci('Hoge Veluwe\0', 52.1312, 5.8604);
const wide = Buffer.from('\uFEFFVeluwe\0', 'utf16le').swap16();

it.each([
  ['of a video', box('udta', here), '+52.1312+005.8604/'],
  ['with a name in UTF-16', box('udta', loci(wide, 52.1312, 5.8604)), '+52.1312+005.8604/'],
  ['without a name', box('udta', loci('\0', 52.1312, 5.8604)), '+52.1312+005.8604/'],
  ['of its pictures', box('trak', box('udta', here)), '+52.1312+005.8604/'],
  ['before zeros', box('udta', here, Buffer.alloc(4)), '+52.1312+005.8604/'],
  ['in the south-west', box('udta', loci('x\0', -0.5, -70.25)), '-00.5000-070.2500/'],
  ['in a damaged box', box('udta', box('loci', Buffer.alloc(40, 0xff))), null],
  ['in a box that is no box', box('udta', Buffer.alloc(3)), null],
])('reads the position %s', async (_what, part, position) => {
  expect(await positionIn(part)).toBe(position);
});

it('reads no position from a box that is cut short', async () => {
  for (let length = 0; length < 26; length++)
    expect(await positionIn(box('udta', box('loci', here.subarray(8, 8 + length))))).toBeNull();
});
