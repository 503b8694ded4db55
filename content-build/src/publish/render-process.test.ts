/** Pages that try to read the private database. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PageData } from '@veldlicht/contract/snapshot';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRenderProcess, type RenderProcess, RenderTimeout } from './render-process.ts';

let data: TestDatabase;
let folder: string;
let renderer: RenderProcess;
/** The part of page data that these templates read. */
const page = { kind: 'licence' } as unknown as PageData;

/** A compiled site whose pages are the functions of this module, by address. */
function useSite(code: string, modules: Record<string, string> = {}, limitMs = 20_000): void {
  writeFileSync(path.join(folder, 'entry.mjs'), code);
  for (const [name, text] of Object.entries(modules)) writeFileSync(path.join(folder, name), text);
  renderer = createRenderProcess(path.join(folder, 'entry.mjs'), limitMs);
}
const textOf = async (address = '/') => (await renderer.render(address, page)).body.toString();

beforeEach(async () => {
  data = await createTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-site-'));
});
afterEach(() => {
  renderer.stop();
  rmSync(folder, { recursive: true });
  data.remove();
});

it('renders pages in order', async () => {
  useSite('export const render = async (path, page) => ({ status: 200, text: path + page.kind })');
  const made = await Promise.all(['/a', '/b', '/c'].map((address) => textOf(address)));
  expect(made).toEqual(['/alicence', '/blicence', '/clicence']);
});

it('rejects a page without text, and renders the next', async () => {
  useSite(
    "export const render = (path) => ({ status: 200, text: path === '/' ? undefined : path })",
  );
  const [none, next] = await Promise.allSettled([textOf('/'), textOf('/b')]);
  expect(none).toMatchObject({ status: 'rejected' });
  expect(next).toEqual({ status: 'fulfilled', value: '/b' });
});

it('does not keep an idle parent alive', async () => {
  writeFileSync(path.join(folder, 'entry.mjs'), 'export const render = async () => null;');
  const program = `
    import { createRenderProcess } from ${JSON.stringify(import.meta.resolve('./render-process.ts'))};
    await createRenderProcess(${JSON.stringify(path.join(folder, 'entry.mjs'))}, 1000).start();
  `;
  const args = ['--input-type=module', '-e', program];
  await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
});

/** Ways to read a file; each returns what it read. */
const attempts = (file: string) => `
  const file = ${JSON.stringify(file)};
  const builtin = (name) => process.getBuiltinModule(name);
  export const attempts = {
    read: () => builtin('node:fs').readFileSync(file, 'latin1'),
    open: () => builtin('node:fs').openSync(file, 'r'),
    copy: () => builtin('node:fs').copyFileSync(file, file + '.copy'),
    link: () => builtin('node:fs').symlinkSync(file, import.meta.dirname + '/link'),
    promise: () => builtin('node:fs/promises').readFile(file, 'latin1'),
    sqlite: () => new (builtin('node:sqlite').DatabaseSync)(file, { readOnly: true }),
    attached: () => {
      const db = new (builtin('node:sqlite').DatabaseSync)(':memory:');
      db.exec("ATTACH '" + file + "' AS private");
      return 'attached';
    },
    addon: () => builtin('node:module').createRequire(${JSON.stringify(import.meta.url)})('better-sqlite3')(file),
    dlopen: () => process.dlopen({ exports: {} }, ${JSON.stringify(path.join(import.meta.dirname, 'any.node'))}),
    program: () => builtin('node:child_process').execFileSync('cat', [file], { encoding: 'latin1' }),
    thread: () => new (builtin('node:worker_threads').Worker)(file),
    binding: () => process.binding('fs'),
    imported: () => import(file),
    environment: () => {
      if (!process.env.PATH && !process.env.HOME) throw new Error('empty');
      return JSON.stringify(process.env);
    },
  };`;

it.each([
  ['a page', (code: string) => [`${code}`, {}] as const],
  [
    'a module that a page imports',
    (code: string) => ["import { attempts } from './module.mjs';", { 'module.mjs': code }] as const,
  ],
])('hides the private database from %s', async (_who, place) => {
  const [head, modules] = place(attempts(data.file));
  useSite(
    `${head}
    export async function render() {
      const got = [];
      for (const [name, attempt] of Object.entries(attempts))
        try {
          const value = await attempt();
          got.push([name, String(value).slice(0, 80)]);
        } catch {}
      return { status: 200, text: JSON.stringify([Object.keys(attempts).length, got]) };
    }`,
    modules,
  );
  expect(await textOf()).toBe('[14,[]]');
});

it('reads no file after its start', async () => {
  useSite('export const render = () => ({ status: 200, text: "loaded" })');
  await renderer.start();
  rmSync(path.join(folder, 'entry.mjs'));
  expect(await textOf()).toBe('loaded');
});

it('times out a page that hangs, and renders those behind it', async () => {
  useSite(
    `export async function render(path) {
      if (path === '/loop') for (;;);
      if (path === '/silence') await new Promise(() => {});
      return { status: 200, text: path };
    }`,
    {},
    1500,
  );
  await textOf('/first');
  const made = await Promise.allSettled(
    ['/loop', '/a', '/silence', '/b'].map((one) => textOf(one)),
  );
  expect(made).toMatchObject([
    { status: 'rejected', reason: expect.any(RenderTimeout) },
    { status: 'fulfilled', value: '/a' },
    { status: 'rejected', reason: expect.any(RenderTimeout) },
    { status: 'fulfilled', value: '/b' },
  ]);
});

it('rejects with the error of a page or the end of its process, and continues', async () => {
  useSite(`export async function render(path) {
    if (path === '/throw') throw new Error('no such template');
    if (path === '/exit') process.exit(3);
    return { status: 200, text: path };
  }`);
  await expect(textOf('/throw')).rejects.toThrow('no such template');
  await expect(textOf('/exit')).rejects.toThrow('exit code 3');
  expect(await textOf('/after')).toBe('/after');
});

it('repeats a page once when its process is killed', async () => {
  useSite(`export async function render(path) {
    if (path === '/slow') await new Promise((resolve) => setTimeout(resolve, 500));
    return { status: 200, text: String(process.pid) };
  }`);
  const first = await textOf();
  const slow = textOf('/slow');
  await setTimeout(100);
  process.kill(Number(first), 'SIGKILL');
  const second = await slow;
  expect(second).not.toBe(first);
  expect(await textOf()).toBe(second);
});

it('rejects every page of a site that does not load, and loads it again for the next', async () => {
  useSite("throw new Error('half a file')");
  await expect(renderer.start()).rejects.toThrow('exit code 1');
  const made = await Promise.allSettled([textOf('/a'), textOf('/b')]);
  expect(made.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  writeFileSync(
    path.join(folder, 'entry.mjs'),
    'export const render = () => ({ status: 200, text: "whole" })',
  );
  expect(await textOf()).toBe('whole');
});
