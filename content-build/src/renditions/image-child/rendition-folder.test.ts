import * as fs from 'node:fs/promises';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prepareFolder, writeRendition } from './rendition-folder.ts';

/** Calls to the disk, in order. */
const calls = vi.hoisted((): string[] => []);
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    rename: async (from: string, to: string) => {
      calls.push(`name ${path.basename(to)}`);
      await real.rename(from, to);
    },
    open: async (...args: Parameters<typeof real.open>) => {
      const handle = await real.open(...args);
      const sync = handle.sync.bind(handle);
      handle.sync = () => {
        calls.push(`sync ${path.basename(String(args[0]))}`);
        return sync();
      };
      return handle;
    },
  };
});

vi.mock('@veldlicht/database/durable-file', async (load) => {
  const real = await load<typeof import('@veldlicht/database/durable-file')>();
  const syncPath: typeof real.syncPath = async (place) => {
    calls.push(`sync ${path.basename(place)}`);
    await real.syncPath(place);
  };
  return { ...real, syncPath };
});

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'veldlicht-durable-'));
  calls.length = 0;
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('syncs a rendition before it is renamed, and the folder after that (F12)', async () => {
  const folder = await prepareFolder(root, 'hash');
  expect(calls).toEqual([`sync ${path.basename(root)}`]);
  calls.length = 0;
  expect(await writeRendition(folder, '960.jpg', Buffer.from('jpeg'))).toBe(4);
  expect(calls).toEqual(['sync 960.jpg.tmp', 'name 960.jpg', 'sync hash']);
  expect(await readFile(path.join(folder, '960.jpg'), 'utf8')).toBe('jpeg');
});

it('removes incomplete files of a killed process (F2)', async () => {
  const folder = await prepareFolder(root, 'hash');
  await fs.writeFile(path.join(folder, '480.avif.tmp'), 'ha');
  await writeRendition(folder, '960.jpg', Buffer.from('jpeg'));
  await prepareFolder(root, 'hash');
  expect(await readdir(folder)).toEqual(['960.jpg']);
});

it('gives a rendition a random mtime', async () => {
  const folder = await prepareFolder(root, 'a'.repeat(32));
  await writeRendition(folder, '960.jpg', Buffer.from('picture'));
  const { mtime } = await fs.stat(path.join(folder, '960.jpg'));
  expect(mtime.getUTCFullYear()).toBeLessThan(2010);
});
