import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formsOf } from './site-folder.ts';
import { writeForms } from './write-forms.ts';

let root: string;
const at = (name: string) => path.join(root, name);
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'veldlicht-forms-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const text = Buffer.from('<p>ijsvogel</p>'.repeat(500));

it('writes equal content in all forms, deterministically, and returns the bytes', async () => {
  const bytes = writeForms(at('a.html'), text);
  const [plain, brotli, gzip] = ['', '.br', '.gz'].map((form) => readFileSync(at(`a.html${form}`)));
  expect(plain).toEqual(text);
  expect(brotliDecompressSync(brotli ?? '')).toEqual(text);
  expect(gunzipSync(gzip ?? '')).toEqual(text);
  expect(bytes).toBe((plain?.length ?? 0) + (brotli?.length ?? 0) + (gzip?.length ?? 0));
  writeForms(at('b.html'), text);
  for (const form of formsOf('b.html'))
    expect(readFileSync(at(`b.html${form}`))).toEqual(readFileSync(at(`a.html${form}`)));
  // Compressed forms before the text: once it exists, so do they.
  expect(formsOf('a.html')).toEqual(['.br', '.gz', '']);
  expect(formsOf('a.woff2')).toEqual(['']);
});

it('sets a random mtime each time', async () => {
  const timeOf = (name: string) => statSync(at(name)).mtimeMs;
  writeForms(at('a.json'), text);
  const first = timeOf('a.json');
  expect([timeOf('a.json.br'), timeOf('a.json.gz')]).toEqual([first, first]);
  writeForms(at('a.json'), text);
  expect(timeOf('a.json')).not.toBe(first);
  // Whole seconds, from which web servers make their ETag.
  expect([first % 1000, new Date(first).getUTCFullYear() < 2010]).toEqual([0, true]);
});

it('throws the error of the file system', () => {
  expect(() => writeForms(at('nowhere/a.html'), text)).toThrow('ENOENT');
});
