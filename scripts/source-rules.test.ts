import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { sourceFiles } from './source-files.ts';
import { findBrokenRules } from './source-rules.ts';

const all = manifest.workspaces.flatMap(sourceFiles);

it('finds no broken rule in the sources', () => {
  expect(all.length).toBeGreaterThan(300);
  expect(findBrokenRules(all)).toEqual([]);
});

it('keeps every source file under 400 lines', () => {
  const long = all.filter(({ text }) => text.split('\n').length > 400);
  expect(long.map((file) => file.path)).toEqual([]);
});

it.each([
  ['content-build/src/a.ts', 'sharp(x).withMetadata()'],
  ['admin-api/src/a.ts', 'sql.raw(text)'],
  ['admin-api/src/a.ts', "import { x } from '../../content-build/src/publish.ts';"],
  ['admin-ui/src/a.tsx', '<p dangerouslySetInnerHTML={x} />'],
  ['admin-ui/src/lib/a.ts', "import { x } from '#features/media/x.ts';"],
  ['admin-ui/src/components/ui/a.tsx', "import { notify } from '#lib/notify.ts';"],
  ['site/src/a.astro', '<p set:html={x} />'],
  ['site/src/a.astro', '<script is:inline>'],
  ['site/src/a.astro', '<button onclick="x()">'],
  ['site/src/a.css', 'ul { list-style: ""; }'],
  ['site/src/a.css', "ul { list-style-type: '\\200B' }"],
  ['site/src/a.tsx', '<ul className="grid__items" {...list} />'],
  ['admin-api/src/a.ts', 'store.select().from(mediaRows)'],
  ['content-build/src/a.ts', 'SELECT id FROM story_rows'],
  ['scripts/a.ts', 'const x = y as any;'],
  ['scripts/a.ts', "copyFileSync(folder.database, '/tmp/copy')"],
  ['scripts/a.ts', "await cp('data/veldlicht.db', to)"],
])('would find it in %s: %s', (path, text) => {
  expect(findBrokenRules([{ path, text }])).toHaveLength(1);
});

it('locks every optional package of every locked package, so that the lock works on all systems', () => {
  const lock = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../package-lock.json'), 'utf8'),
  );
  const packages: Record<string, { optionalDependencies?: Record<string, string> }> = lock.packages;
  const known = new Set(Object.keys(packages).map((key) => key.replace(/^.*node_modules\//, '')));
  const missing = Object.entries(packages).flatMap(([key, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !known.has(name))
      .map((name) => `${key}: ${name}`),
  );
  expect(missing).toEqual([]);
});
