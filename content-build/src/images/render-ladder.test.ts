import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { landscape } from '#testing/test-pictures.ts';
import { type Pixels, shrink } from './pixels.ts';
import { renderLadder } from './render-ladder.ts';

const upright = { width: 1200, height: 400 };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-ladder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function decoded(): Promise<Pixels> {
  const raw = landscape(upright.width, upright.height).raw();
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  return { data, options: { raw: info }, ...upright, isWide: false };
}
const noDecode = () => Promise.reject(new Error('decoded once more'));

it('takes the sizes that are there, decodes nothing, and lets go of what it has used', async () => {
  const pixels = await decoded();
  const known = [pixels, await shrink(pixels, upright, 960)];
  const ladder = { folder, upright, decode: noDecode, known, atOnce: () => false };
  const made = await renderLadder(ladder);
  expect(made.map(({ name, width }) => [name, width])).toEqual([
    ['480.avif', 480],
    ['960.avif', 960],
    ['1600.avif', 1200],
    ['960.jpg', 960],
    ['1600.jpg', 1200],
  ]);
  expect(known).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(5);
});

it('starts from the size at hand that is large enough for what is missing', async () => {
  const pixels = await decoded();
  const known = () => [pixels];
  await renderLadder({ folder, upright, decode: noDecode, known: known(), atOnce: () => true });
  for (const name of ['480.avif', '960.jpg']) rmSync(path.join(folder, name));
  const ladder = { folder, upright, decode: noDecode, known: known(), atOnce: () => false };
  expect(await renderLadder(ladder)).toHaveLength(5);
  expect(readdirSync(folder)).toHaveLength(5);
});

it('stores what has been begun instead of encoding it again', async () => {
  const begun = new Map([['1600.avif', Promise.resolve(Buffer.from('begun'))]]);
  const known = [await decoded()];
  const ladder = { folder, upright, decode: noDecode, known, begun, atOnce: () => true };
  const made = await renderLadder(ladder);
  expect(made.find(({ name }) => name === '1600.avif')).toMatchObject({ width: 1200, bytes: 5 });
  expect(readFileSync(path.join(folder, '1600.avif'), 'utf8')).toBe('begun');
});

it('fails when a file cannot be stored', async () => {
  writeFileSync(path.join(folder, 'file'), '');
  const known = [await decoded()];
  const below = path.join(folder, 'file', 'below');
  const ladder = { folder: below, upright, decode: noDecode, known, atOnce: () => false };
  await expect(renderLadder(ladder)).rejects.toThrow('ENOTDIR');
});
