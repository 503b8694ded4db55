/** A read-only data folder is reported before anything is created in it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-read-only-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts the product in a sandbox where this path is mounted read-only. */
function start(readOnly: string) {
  const room = ['--dev-bind', '/', '/', '--ro-bind', readOnly, readOnly, '--die-with-parent'];
  const program = ['--import', './scripts/quick-modules.mjs', 'scripts/start.ts'];
  return spawnSync('bwrap', [...room, process.execPath, ...program], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: path.join(folder, 'data'), PORT: '0' },
    encoding: 'utf8',
  });
}

it.each([
  ['the data folder', 'data'],
  ['its parent folder', '.'],
  ['a folder in it', 'data/renditions'],
])('exits with a message when %s is on a read-only disk', (_, name) => {
  const place = path.join(folder, name);
  mkdirSync(place, { recursive: true });
  const { status, stderr } = start(place);
  expect([status, stderr.trim().split('\n').at(-1)]).toEqual([
    4,
    expect.stringMatching(
      /^The data folder can’t be written: \/.* \(EROFS\): its disk is mounted read-only\./,
    ),
  ]);
  expect(readdirSync(place)).toEqual([]);
});
