import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSecret } from './secret-file.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'veldlicht-secret-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('is made once, for our eyes only, and stays the same', () => {
  const folder = path.join(root, 'secrets');
  const secret = readSecret(folder, 'upload-signing');
  expect(secret).toHaveLength(32);
  expect(readSecret(folder, 'upload-signing')).toEqual(secret);
  expect(readSecret(folder, 'other')).not.toEqual(secret);
  expect(readdirSync(folder).sort()).toEqual(['other', 'upload-signing']);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(folder, 'upload-signing')).mode & 0o777).toBe(0o600);
});

it('refuses a damaged one: signing with half a secret would be worse than not starting', () => {
  writeFileSync(path.join(root, 'upload-signing'), 'half');
  expect(() => readSecret(root, 'upload-signing')).toThrow('The secret upload-signing is damaged');
});
