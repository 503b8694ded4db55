/** Dependencies are documented, have exact versions, and have licences compatible with GPL-3.0. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { isCompatible, type Lockfile, licencesOf, licencesPage } from './licence-list.ts';

const root = path.join(import.meta.dirname, '..');
const text = (name: string) => readFileSync(path.join(root, name), 'utf8');
const lock: Lockfile = JSON.parse(text('package-lock.json'));

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const versions = ['.', ...manifest.workspaces].flatMap((workspace) => {
  const { dependencies, devDependencies, optionalDependencies }: Manifest = JSON.parse(
    text(path.join(workspace, 'package.json')),
  );
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
});
const foreign = versions.filter(([name]) => !name.startsWith('@veldlicht/'));

it('requires exact versions', () => {
  const loose = versions.filter(([, version]) => !/^(?:npm:\w+@)?\d+\.\d+\.\d+$/.test(version));
  expect(loose).toEqual([]);
});

it('has exactly one row in the table for each package', () => {
  const table = text('docs/developer/dependencies.md');
  const rows = [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(rows.sort()).toEqual([...new Set(foreign.map(([name]) => name))].sort());
});

describe('licences', () => {
  it('are listed up to date', () => {
    const stored = text('docs/developer/licences.md');
    expect(stored, 'run `npm run licences`').toBe(licencesPage(lock));
  });

  it('are compatible with ours', () => {
    const licences = [...licencesOf(lock).keys()];
    expect(licences.length).toBeGreaterThan(5);
    expect(licences.filter((licence) => !isCompatible(licence))).toEqual([]);
  });

  it('are parsed: of a choice one must be compatible, of a combination all', () => {
    expect(['MIT OR X', '(X OR MIT)', 'MIT AND ISC'].filter(isCompatible)).toHaveLength(3);
    expect(['X', 'MIT AND X', 'GPL-2.0-only', 'not stated'].filter(isCompatible)).toEqual([]);
  });
});
