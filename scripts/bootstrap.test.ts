import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

let clone: string;
const at = (...names: string[]) => path.join(clone, ...names);
beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'veldlicht-bootstrap-'));
  mkdirSync(at('scripts'));
  cpSync(path.join(import.meta.dirname, 'bootstrap.mjs'), at('scripts/bootstrap.mjs'));
  writeFileSync(at('package-lock.json'), '{}');
  utimesSync(at('package-lock.json'), 100, 100);
  writeFileSync(at('npm.mjs'), 'console.log("npm", ...process.argv.slice(2));');
});
afterEach(() => rmSync(clone, { recursive: true }));

/** Writes npm's record of installed packages, older or newer than the lockfile. */
function installed(packages: 'the product' | 'all', seconds = 200) {
  mkdirSync(at('node_modules/.bin'), { recursive: true });
  const names = { 'node_modules/hono': {}, 'node_modules/vitest': { dev: true } };
  if (packages === 'the product') Reflect.deleteProperty(names, 'node_modules/vitest');
  const file = at('node_modules/.package-lock.json');
  writeFileSync(file, JSON.stringify({ packages: names }));
  utimesSync(file, seconds, seconds);
}
/** Arguments of npm; '' when it is not called. */
function bootstrap(...args: string[]) {
  const { stdout, status } = spawnSync(process.execPath, [at('scripts/bootstrap.mjs'), ...args], {
    cwd: tmpdir(),
    env: { npm_execpath: at('npm.mjs'), npm_node_execpath: process.execPath },
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  return /^npm (.*) --ignore-scripts$/m.exec(stdout)?.[1] ?? '';
}

describe('on a bare machine', () => {
  it('a start installs the product', () => expect(bootstrap()).toBe('ci --omit=dev'));
  it('a test installs everything', () => expect(bootstrap('all')).toBe('ci --include=dev'));
});

it.each([
  ['a start after a start', 'the product', [], ''],
  ['a start after a test', 'all', [], ''],
  ['a test after a test', 'all', ['all'], ''],
  ['a test after a start', 'the product', ['all'], 'install --no-save --include=dev'],
] as const)('%s installs missing packages, and removes none', (_, packages, args, npm) => {
  installed(packages);
  expect(bootstrap(...args)).toBe(npm);
});

it.each([
  ['the product', [], 'ci --omit=dev'],
  ['the product', ['all'], 'ci --include=dev'],
  ['all', [], 'ci --include=dev'],
] as const)('installs again after a change of the lockfile: %s, %j', (packages, args, npm) => {
  installed(packages, 50);
  expect(bootstrap(...args)).toBe(npm);
});

it('installs all packages for tests and benches, and those of the product for other scripts', () => {
  const asking = Object.entries(manifest.scripts).filter(([name]) => name.startsWith('pre'));
  const all = asking.filter(([, line]) => line.endsWith(' all')).map(([name]) => name.slice(3));
  const tools = [
    'bench',
    'check',
    'docs',
    'format',
    'licences',
    'look',
    'nightly',
    'openapi',
    'test',
    'test:s3',
  ];
  expect(all.sort()).toEqual(tools);
  const others = asking.map(([name]) => name.slice(3)).filter((name) => !all.includes(name));
  const product = [
    'backup',
    'build',
    'demo',
    'export',
    'import',
    'publish:ci',
    'redirects',
    'restore',
    'species',
    'start',
    'user',
  ];
  expect(others.sort()).toEqual(product);
});

it('installs no package of tests and benches with the product', () => {
  const lock = readFileSync(path.join(import.meta.dirname, '../package-lock.json'), 'utf8');
  const packages: Record<string, { dev?: true; devOptional?: true }> = JSON.parse(lock).packages;
  const installedWithout = (name: string) =>
    Object.entries(packages).some(
      ([key, { dev, devOptional }]) => key.endsWith(`node_modules/${name}`) && !dev && !devOptional,
    );
  // Except tools that other packages depend on.
  const { '@emnapi/runtime': _, '@types/node': __, ...tools } = manifest.devDependencies;
  const ofWorkspaces = [
    '@astrojs/starlight',
    'lighthouse',
    'puppeteer-core',
    'drizzle-kit',
    'html-validate',
    'smtp-server',
  ];
  const names = [...Object.keys(tools), ...ofWorkspaces];
  expect(names).toContain('vitest');
  expect(names.filter(installedWithout)).toEqual([]);
  expect(['astro', 'hono', 'vite'].filter(installedWithout)).toEqual(['astro', 'hono', 'vite']);
});
