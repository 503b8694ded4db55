/** Checks the scripts and packages that workflows use, which nothing else tests before they run. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, '.github/workflows');
const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const scripts = Object.keys(
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts,
);

it.each(readdirSync(folder))('calls only existing scripts in %s', (name) => {
  const called = [...text(name).matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script);
  expect(scripts).toEqual(expect.arrayContaining(called));
});

describe('nightly.yml', () => {
  const nightly = text('nightly.yml');

  it('runs the long checks every day', () => {
    expect(nightly).toMatch(/schedule:\n\s+- cron: '\d+ \d+ \* \* \*'/);
    expect(nightly).toContain('- run: npm run nightly');
  });

  it('installs at least what the tests of every push need', () => {
    const packages = (name: string) =>
      /apt-get install -y --no-install-recommends (.+)/.exec(text(name))?.[1]?.split(' ') ?? [];
    expect(packages('ci.yml').length).toBeGreaterThan(3);
    expect(packages('nightly.yml')).toEqual(expect.arrayContaining(packages('ci.yml')));
  });
});
