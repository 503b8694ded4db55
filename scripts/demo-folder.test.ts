import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photosIn } from './demo-folder.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-demo-'));
  mkdirSync(path.join(folder, '2026'));
});
afterAll(() => rmSync(folder, { recursive: true }));
const add = (name: string) => writeFileSync(path.join(folder, name), '');
const names = () => photosIn(folder).map((file) => path.relative(folder, file));

it('finds up to sixty photographs in a folder and its subfolders, and reports when there are none', () => {
  expect(() => photosIn(path.join(folder, 'weg'))).toThrow('There is no folder');
  add('lees-mij.txt');
  expect(names).toThrow('has no photographs.');
  for (const name of ['b.JPG', 'a.heic', path.join('2026', 'c.tif'), 'film.mp4']) add(name);
  expect(names()).toEqual([path.join('2026', 'c.tif'), 'a.heic', 'b.JPG']);
  for (let i = 0; i < 70; i++) add(`${1000 + i}.jpg`);
  expect(names()).toHaveLength(60);
});
