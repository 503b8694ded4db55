/** A copy of the project like a fresh clone: sources and installed packages, no builds. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');

/** Names that a clone does not contain, at any depth. */
const notCloned = new Set([
  'node_modules',
  'dist',
  '.git',
  '.astro',
  'data',
  'data-demo',
  'data-demo-own',
  'coverage',
]);

/** Links every installed package; the project's workspaces link to the clone's own folders. */
function linkPackages(clone: string): void {
  const [from, to] = [path.join(root, 'node_modules'), path.join(clone, 'node_modules')];
  mkdirSync(path.join(to, '@veldlicht'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@veldlicht') symlinkSync(path.join(from, name), path.join(to, name));
  for (const name of readdirSync(path.join(from, '@veldlicht')))
    symlinkSync(path.join(clone, name), path.join(to, '@veldlicht', name));
}

export interface CleanClone {
  root: string;
  remove: () => void;
}

/** Copies instead of cloning, to test the working tree, committed or not. */
export function makeCleanClone(): CleanClone {
  const clone = mkdtempSync(path.join(tmpdir(), 'veldlicht-clone-'));
  for (const name of readdirSync(root)) {
    if (notCloned.has(name)) continue;
    cpSync(path.join(root, name), path.join(clone, name), {
      recursive: true,
      filter: (file) => !notCloned.has(path.basename(file)),
    });
  }
  if (existsSync(path.join(root, 'node_modules'))) linkPackages(clone);
  return { root: clone, remove: () => rmSync(clone, { recursive: true, force: true }) };
}
