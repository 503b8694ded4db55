/** `npm run import` with a folder, with a ZIP file of it, and with what `npm run export` wrote. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { hashOfObjectPath } from '@veldlicht/contract/ladder';
import { quickModules } from '@veldlicht/scripts/programs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addOriginal, work, writeFiles, zipped } from '#testing/moving-bench.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addItem } from '#testing/test-content.ts';

const script = path.join(import.meta.dirname, 'import.ts');

let t: TestApp;
let place: string;
beforeAll(async () => {
  t = await createTestApp();
  place = mkdtempSync(path.join(tmpdir(), 'veldlicht-command-'));
  mkdirSync(path.join(place, 'temporary'));
  const files = { 'folder/Ree.jpg': 'Ree', 'folder/Vos.jpg': 'Vos' };
  writeFiles(place, { ...files, 'Export.ZIP': await zipped(files), 'damaged.zip': 'PK' });
});
afterAll(() => {
  t.remove();
  rmSync(place, { recursive: true, force: true });
});

const variablesOf = (world: TestApp) => ({
  ...process.env,
  DATA_DIR: world.deps.folder.root,
  INIT_CWD: place,
  TMPDIR: path.join(place, 'temporary'),
  NODE_OPTIONS: '',
});

/** Plans an import from where the command was called. */
const plan = (name: string) =>
  spawnSync(process.execPath, [quickModules, script, name], {
    encoding: 'utf8',
    env: variablesOf(t),
  });

/** Runs a command while this process works for it. Resolves to what it printed. */
async function run(world: TestApp, name: 'import' | 'export', ...args: string[]): Promise<string> {
  const program = [quickModules, path.join(import.meta.dirname, `${name}.ts`), ...args];
  const env = variablesOf(world);
  return (await promisify(execFile)(process.execPath, program, { env })).stdout;
}

it('plans the same for a ZIP file as for its folder, and leaves nothing unpacked', () => {
  const [folder, zip] = [plan('folder'), plan('Export.ZIP')];
  expect([folder.stderr, zip.stderr]).toEqual(['', '']);
  expect(folder.stdout).toContain('Photos and videos to add: 2');
  expect(zip.stdout).toBe(folder.stdout);
  expect(readdirSync(path.join(place, 'temporary'))).toEqual([]);
});

it('refuses a damaged ZIP file in a sentence', () => {
  const { status, stderr } = plan('damaged.zip');
  expect([status, stderr.trim().split('\n')]).toEqual([
    1,
    ['This is not a ZIP file, or it is damaged'],
  ]);
  expect(readdirSync(path.join(place, 'temporary'))).toEqual([]);
});

it('brings once what an export wrote, and publishes it', async () => {
  const fileHash = hashOfObjectPath(addOriginal(t, { title: 'Ree' })) ?? '';
  addItem(t.db, { title: 'Ree', fileHash });
  expect(await run(t, 'export', 'exported')).toContain('left out: 0');
  const other = await createTestApp();
  other.addUser('admin', 'anna');
  const stop = work(other);
  try {
    const takeIn = () => run(other, 'import', '--make-tags', '--now', 'exported');
    expect(await takeIn()).toContain('Imported: 1, already here: 0, failed: 0');
    expect(await takeIn()).toContain('Imported: 0, already here: 0');
    expect(await run(other, 'import', '--publish')).toContain('Published: 1.');
  } finally {
    stop();
    other.remove();
  }
});
