import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  allowedEdges,
  findBoundaryProblems,
  findImportCircles,
  importsOf,
} from './check-boundaries.ts';
import { sourceFiles } from './source-files.ts';

const root = path.join(import.meta.dirname, '..');

function declared(workspace: string): Set<string> {
  const files = [path.join(root, workspace, 'package.json')];
  if (['scripts', 'e2e', 'bench'].includes(workspace)) files.push(path.join(root, 'package.json'));
  return new Set(
    files.flatMap((file) => {
      const manifest = JSON.parse(readFileSync(file, 'utf8'));
      return Object.keys({
        ...manifest.dependencies,
        ...manifest.devDependencies,
        ...manifest.optionalDependencies,
      });
    }),
  );
}

it('finds no import that crosses a border', () => {
  const files = Object.keys(allowedEdges).flatMap(sourceFiles);
  expect(files.length).toBeGreaterThan(100);
  expect(findBoundaryProblems(files, declared)).toEqual([]);
});

it('finds no modules that load each other in a circle', () => {
  expect(findImportCircles(Object.keys(allowedEdges).flatMap(sourceFiles))).toEqual([]);
});

it('locks every optional package of every locked package, so that the lock works on all systems', () => {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const packages: Record<string, { optionalDependencies?: Record<string, string> }> = lock.packages;
  const known = new Set(Object.keys(packages).map((key) => key.replace(/^.*node_modules\//, '')));
  const missing = Object.entries(packages).flatMap(([key, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !known.has(name))
      .map((name) => `${key}: ${name}`),
  );
  expect(missing).toEqual([]);
});

describe('the check itself', () => {
  const planted = (file: string, text: string) =>
    findBoundaryProblems([{ path: file, text }], () => new Set(['zod', 'hono']));

  it('reads every form of import', () => {
    const text = `import a from 'a';\nimport type { B } from "b";\nexport { c } from 'c';\nimport 'd';\nawait import('sharp');\nimport {\n  f,\n} from 'f';`;
    expect(importsOf(text).sort()).toEqual(['a', 'b', 'c', 'd', 'f', 'sharp']);
  });
  it.each([
    ['site/src/a.ts', "import { x } from '@veldlicht/database/open';"],
    ['admin-api/src/a.ts', "import { x } from '@veldlicht/content-build/publish';"],
    ['admin-api/src/a.ts', "import { x } from '../../content-build/src/publish.ts';"],
    ['contract/src/a.ts', "import fs from 'node:fs';"],
    ['contract/src/a.ts', "import { Hono } from 'hono';"],
    ['admin-api/src/a.ts', "import x from 'left-pad';"],
    ['admin-api/src/a.ts', "import { it } from 'vitest';"],
  ])('refuses in %s: %s', (file, text) => expect(planted(file, text)).toHaveLength(1));
  it('finds a circle, and lets types go round', () => {
    const b = { path: 'site/src/b/b.ts', text: "import { a } from '../a.ts';" };
    const a = (text: string) => [{ path: 'site/src/a.ts', text }, b];
    const circle = 'site/src/a.ts → site/src/b/b.ts → site/src/a.ts';
    expect(findImportCircles(a("import { b } from '#b/b.ts';"))).toEqual([circle]);
    expect(findImportCircles(a("import type { B } from './b/b.ts';"))).toEqual([]);
  });
  it.each([
    ['admin-api/src/a/b.ts', "import { x } from '../c.ts';"],
    ['admin-api/src/a.test.ts', "import { it } from 'vitest';"],
    ['admin-api/src/a.ts', "import { x } from '@veldlicht/database/open';"],
  ])('allows in %s: %s', (file, text) => expect(planted(file, text)).toEqual([]));
});
