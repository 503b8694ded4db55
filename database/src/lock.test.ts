import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeLock } from './lock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-lock-'));
  file = path.join(folder, 'locks', 'test.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that imports the lock and runs `code`. */
function program(code: string): string[] {
  const lock = JSON.stringify(new URL('./lock.ts', import.meta.url).href);
  const head = `const { takeLock } = await import(${lock}); const file = ${JSON.stringify(file)};`;
  return ['--expose-gc', '--input-type=module', '--eval', head + code];
}

it('has one owner at a time, across processes', () => {
  const lock = takeLock(file);
  expect(lock).not.toBeNull();
  expect(takeLock(file)).toBeNull();
  const other = spawnSync(process.execPath, program('console.log(takeLock(file))'));
  expect(other.stdout.toString()).toBe('null\n');
  lock?.release();
  const next = takeLock(file);
  expect(next).not.toBeNull();
  next?.release();
});

it('is released when its owner dies', async () => {
  const code = 'takeLock(file); console.log("held"); setInterval(() => {}, 1000);';
  const owner = spawn(process.execPath, program(code));
  await once(owner.stdout, 'data');
  expect(takeLock(file)).toBeNull();
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  const lock = takeLock(file);
  expect(lock).not.toBeNull();
  lock?.release();
});

it('is kept through garbage collection', () => {
  const code = `takeLock(file);
    for (let i = 0; i < 5; i++) { gc(); await new Promise((resolve) => setTimeout(resolve, 5)); }
    console.log(takeLock(file));`;
  const { stdout, stderr } = spawnSync(process.execPath, program(code));
  expect(stderr.toString()).toBe('');
  expect(stdout.toString()).toBe('null\n');
});
