import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStaging, runInFileThread, variantSuffixes } from './staging.ts';

const linkFiles = (from: string, to: string, names: string[]) =>
  runInFileThread({ kind: 'link', from, to, names });
const writeVariants = (text: Buffer, files: ReturnType<typeof page>) =>
  runInFileThread({ kind: 'write', text, files, time: 'now' });

let root: string;
const at = (...names: string[]) => path.join(root, ...names);

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'veldlicht-files-'));
  mkdirSync(at('from'));
  mkdirSync(at('to'));
});
afterEach(() => rmSync(root, { recursive: true }));

const text = Buffer.from('<p>ijsvogel</p>'.repeat(500));
const page = (name: string) => [
  { suffix: '.br' as const, file: `${name}.br` },
  { suffix: '.gz' as const, file: `${name}.gz` },
  { suffix: '' as const, file: name },
];

it('writes a text in its forms, which all say the same, the same bytes at every run, and tells how many', async () => {
  const bytes = await writeVariants(text, page(at('a.html')));
  const [plain, brotli, gzip] = ['', '.br', '.gz'].map((form) => readFileSync(at(`a.html${form}`)));
  expect(plain).toEqual(text);
  expect(brotliDecompressSync(brotli ?? '')).toEqual(text);
  expect(gunzipSync(gzip ?? '')).toEqual(text);
  expect(bytes).toBe((plain?.length ?? 0) + (brotli?.length ?? 0) + (gzip?.length ?? 0));
  await writeVariants(text, page(at('b.html')));
  for (const form of variantSuffixes('b.html'))
    expect(readFileSync(at(`b.html${form}`))).toEqual(readFileSync(at(`a.html${form}`)));
  // Before the text itself: where it stands, they stand.
  expect(variantSuffixes('a.html')).toEqual(['.br', '.gz', '']);
  expect(variantSuffixes('a.woff2')).toEqual(['']);
});

it('links files under their names: the very same file', async () => {
  for (const name of ['a', 'b']) writeFileSync(at('from', name), name);
  await linkFiles(at('from'), at('to'), ['a', 'b']);
  expect(readdirSync(at('to'))).toEqual(['a', 'b']);
  expect(statSync(at('to', 'a')).ino).toBe(statSync(at('from', 'a')).ino);
});

it('rejects with what the file system says, and goes on with what comes next', async () => {
  const missing = linkFiles(at('from'), at('to'), ['missing']);
  const nowhere = writeVariants(text, page(at('nowhere', 'a.html')));
  const whole = writeVariants(text, page(at('a.html')));
  await expect(missing).rejects.toMatchObject({ code: 'ENOENT', syscall: 'link' });
  await expect(nowhere).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' });
  await expect(nowhere).rejects.toBeInstanceOf(Error);
  expect(await whole).toBeGreaterThan(text.length);
});

it('tells all who wait when the thread ends, and starts another', async () => {
  // More names than it has memory for.
  const many = linkFiles(at('from'), at('to'), new Array(2_000_000).fill('a name of some length'));
  const behind = writeVariants(text, page(at('a.html')));
  await expect(many).rejects.toThrow(/memory/);
  await expect(behind).rejects.toThrow(/memory/);
  await writeVariants(text, page(at('b.html')));
  expect(readFileSync(at('b.html'))).toEqual(text);
});

it('keeps a process alive as long as work is under way, and no longer', () => {
  const module = new URL('./staging.ts', import.meta.url).href;
  const program = `
    const { runInFileThread } = await import(${JSON.stringify(module)});
    const file = ${JSON.stringify(at('last.html'))};
    runInFileThread({ kind: 'write', text: Buffer.from('x'), files: [{ suffix: '', file }] }).then(() => console.log('written'));
  `;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    timeout: 20_000,
    encoding: 'utf8',
  });
  expect(out).toContain('written');
  expect(existsSync(at('last.html'))).toBe(true);
});

it('gives a staged text all its names at the end, and says of a page nothing of when it was written', async () => {
  const staging = createStaging(root);
  for (const name of ['a.html', 'b.html']) await staging.writeVariants(at('to', name), text);
  await staging.placeVariants(at('index', 'a.json'), text);
  expect(readdirSync(at('index')).every((name) => name.endsWith('.tmp'))).toBe(true);
  await staging.commit();
  expect(readdirSync(at('index')).sort()).toEqual(['a.json', 'a.json.br', 'a.json.gz']);
  const timeOf = (...names: string[]) => statSync(at(...names)).mtime;
  const [first, compressed, second] = ['a.html', 'a.html.br', 'b.html'].map((name) =>
    timeOf('to', name),
  );
  expect(first).toEqual(compressed);
  expect(first).not.toEqual(second);
  for (const time of [first, second]) expect(time?.getUTCFullYear()).toBeLessThan(2010);
  expect(timeOf('index', 'a.json').getUTCFullYear()).toBeGreaterThan(2010);
});
