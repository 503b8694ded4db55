import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { landscape } from '#testing/test-pictures.ts';
import { renderLadder } from './encode-stills.ts';
import type { Pixels } from './pixels.ts';

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

function ladder(known: Pixels, place = folder) {
  const decode = () => Promise.reject(new Error('decoded once more'));
  return renderLadder({ folder: place, upright, edition: '3', packet: 'words', decode, known });
}

it('uses known pixels without decoding', async () => {
  expect((await ladder(await decoded())).map(({ name, width }) => [name, width])).toEqual([
    ['480-3.avif', 480],
    ['960-3.avif', 960],
    ['1600-3.avif', 1200],
    ['960-3.jpg', 960],
    ['1600-3.jpg', 1200],
    ['960.jpg', 960],
  ]);
  expect(readdirSync(folder)).toHaveLength(6);
});

it('makes missing smaller stills with the bytes they had', async () => {
  const pixels = await decoded();
  await ladder(pixels);
  const names = ['480-3.avif', '960-3.jpg', '960.jpg'].map((name) => path.join(folder, name));
  const before = names.map((name) => readFileSync(name));
  for (const name of names) rmSync(name);
  expect(await ladder(pixels)).toHaveLength(6);
  expect(names.map((name) => readFileSync(name))).toEqual(before);
  expect(readdirSync(folder)).toHaveLength(6);
});

it('throws when a file cannot be stored', async () => {
  writeFileSync(path.join(folder, 'file'), '');
  const below = path.join(folder, 'file', 'below');
  await expect(ladder(await decoded(), below)).rejects.toThrow('ENOTDIR');
});
