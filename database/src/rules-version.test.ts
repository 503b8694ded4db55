import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { versionOf } from './rules-version.ts';

let folder: string;
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-rules-'));
  mkdirSync(path.join(folder, 'deep'));
  write('deep/rule.ts', 'hides');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('depends on code and data, not on tests', () => {
  const before = versionOf([folder]);
  write('rule.test.ts', 'a test');
  write('notes.md', 'a note');
  expect(versionOf([folder])).toBe(before);
  write('deep/rule.ts', 'shows');
  const changed = versionOf([folder]);
  expect(changed).not.toBe(before);
  write('places.csv', 'Hoenderloo');
  expect(versionOf([folder])).not.toBe(changed);
});
