/** Databases that ran a migration never run it again: it stays as it is, and the next one does the rest. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { migrationsFolder } from './migrate.ts';
import { sha256 } from './sha256.ts';

const SUMS = 'database/migrations/SHA256SUMS';
const listed = readFileSync(path.join(migrationsFolder, 'SHA256SUMS'), 'utf8').trim().split('\n');
const names = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));
const lineOf = (name: string) =>
  `${sha256(readFileSync(path.join(migrationsFolder, name)))}  ${name}`;

it('has every migration unedited', () => {
  const there = new Set(names.map(lineOf));
  for (const line of listed) {
    const [, name = ''] = line.split('  ');
    expect(
      there.has(line),
      `${name} was edited or removed, and databases have run it: put it back as it was, and write the change as the next migration`,
    ).toBe(true);
  }
});

it('lists every migration', () => {
  const listedNames = listed.map((line) => line.split('  ')[1] ?? '');
  const missing = names.filter((name) => !listedNames.includes(name)).map(lineOf);
  expect(missing, `add to ${SUMS}: ${missing.join('\n')}`).toEqual([]);
  expect(listedNames, `${SUMS} has them in their order, each once`).toEqual(names.sort());
});
