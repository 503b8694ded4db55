/** Checks scripts and packages used by workflows, which nothing else tests before they run. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rounds } from './nightly-checks.ts';
import { sourceFiles } from './source-files.ts';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, '.github/workflows');
const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const scripts = Object.keys(
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts,
);

/** Calls that keep figures. */
const kept = ['admin-api', 'content-build', 'e2e']
  .flatMap(sourceFiles)
  .flatMap(({ text }) => text.match(/keepFigures\('[\w-]+',/g) ?? []);

it.each(readdirSync(folder))('calls only existing scripts in %s', (name) => {
  const called = [...text(name).matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script);
  expect(scripts).toEqual(expect.arrayContaining(called));
});

it.each(readdirSync(folder))('pins every action in %s to a commit', (name) => {
  const used = [...text(name).matchAll(/uses: (.+)/g)].map(([, action = '']) => action);
  const foreign = used.filter((action) => !action.startsWith('./'));
  expect(foreign.length).toBeGreaterThan(0);
  for (const action of foreign) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

describe('release.yml', () => {
  const release = text('release.yml');
  const jobs = release.slice(release.indexOf('\njobs:'));

  it('publishes on a version tag, once tests and containers have passed', () => {
    expect(release).toContain("tags: ['v*']");
    expect(jobs).toContain('uses: ./.github/workflows/ci.yml');
    expect(jobs).toMatch(/\n {2}build:\n {4}needs: test\n/);
    expect(jobs).toMatch(/\n {2}publish:\n {4}needs: build\n/);
    const steps = ['build', 'try', 'push', 'publish'].map((step) => `deploy/image.sh ${step}`);
    const places = steps.map((step) => jobs.indexOf(step));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('writes only packages, with the repository’s token', () => {
    expect([...release.matchAll(/(\w+): write/g)].map(([, what]) => what)).toEqual([
      'packages',
      'packages',
    ]);
    const secrets = [...release.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name);
    expect(new Set(secrets)).toEqual(new Set(['GITHUB_TOKEN']));
  });
});

it('builds targets that exist in the Dockerfile, under the names in compose.yaml', () => {
  const file = (name: string) => readFileSync(path.join(root, name), 'utf8');
  const targets = [...file('Dockerfile').matchAll(/^FROM .+ AS (\w+)$/gm)].map(([, name]) => name);
  const built = [...file('deploy/image.sh').matchAll(/--target (\w+)/g)].map(([, name]) => name);
  const composed = [...file('compose.yaml').matchAll(/target: (\w+)/g)].map(([, name]) => name);
  expect(built.sort()).toEqual(composed.sort());
  expect(targets).toEqual(expect.arrayContaining(built));
});

it.each(rounds)('runs the nightly check $name on a test that keeps figures for it', (check) => {
  expect(existsSync(path.join(root, check.command.at(-1) ?? ''))).toBe(true);
  expect(kept).toContain(`keepFigures('${check.name}',`);
});

describe('nightly.yml', () => {
  const nightly = text('nightly.yml');

  it('runs the long checks every day', () => {
    expect(nightly).toMatch(/schedule:\n\s+- cron: '\d+ \d+ \* \* \*'/);
    expect(nightly).toContain('- run: npm run nightly');
  });

  it('installs at least the packages for the tests of every push', () => {
    const packages = (name: string) =>
      /apt-get install -y --no-install-recommends (.+)/.exec(text(name))?.[1]?.split(' ') ?? [];
    expect(packages('ci.yml').length).toBeGreaterThan(3);
    expect(packages('nightly.yml')).toEqual(expect.arrayContaining(packages('ci.yml')));
  });
});
