/** Who may import whom (ARCHITECTURE.md): a list of edges, and everything else is refused (pure). */
import path from 'node:path';
import { isTest, type SourceFile } from './source-files.ts';

/** Workspaces of ours that a workspace may import; `zod`-like packages are listed in its package.json. */
export const allowedEdges: Record<string, readonly string[]> = {
  contract: [],
  database: ['contract'],
  'admin-api': ['contract', 'database'],
  'content-build': ['contract', 'database'],
  'admin-ui': ['contract'],
  site: ['contract'],
  scripts: ['contract', 'database'],
  e2e: ['contract', 'scripts'],
  bench: ['contract', 'database', 'scripts'],
};

const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s[^'"();]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s*['"]([^'"]+)['"]/gm;

/** Module names a file imports, in the order they stand. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}

function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

/** Packages of the root that only tests and tools may use. */
const testPackages = new Set(['vitest', 'fast-check', 'playwright-core', '@axe-core/playwright']);

/** Everybody may import `contract`: whatever it needs, all of them need. */
const contractPackages = new Set(['zod', 'proj4', 'open-location-code']);

function problem(file: SourceFile, specifier: string, declared: Set<string>): string | null {
  const [workspace = ''] = file.path.split('/');
  const says = (reason: string) => `${file.path} imports ${specifier}: ${reason}`;
  if (specifier.startsWith('node:') || specifier.startsWith('#') || specifier.startsWith('astro:'))
    return workspace === 'contract' && specifier.startsWith('node:')
      ? says('contract runs in browsers too')
      : null;
  if (specifier.startsWith('.')) {
    const depth = file.path.split('/').length - 2;
    const up = specifier.split('/').filter((part) => part === '..').length;
    return up > depth ? says('it leaves the workspace') : null;
  }
  const name = packageName(specifier);
  if (name.startsWith('@veldlicht/')) {
    const target = name.slice('@veldlicht/'.length);
    if (isTest(file.path) && target === 'scripts') return null;
    return allowedEdges[workspace]?.includes(target) ? null : says('no such edge is allowed');
  }
  if (isTest(file.path) && testPackages.has(name)) return null;
  if (workspace === 'contract' && !contractPackages.has(name))
    return says('contract depends on zod and on what reads positions only');
  return declared.has(name) ? null : says('its package.json does not declare it');
}

/** Every import that crosses a border it may not cross, as one line each. */
export function findBoundaryProblems(
  files: SourceFile[],
  declared: (workspace: string) => Set<string>,
): string[] {
  return files.flatMap((file) => {
    const packages = declared(file.path.split('/')[0] ?? '');
    return importsOf(file.text).flatMap((specifier) => problem(file, specifier, packages) ?? []);
  });
}

/** Paths that the specifier of a module of the own workspace may stand for. */
function targetsOf(file: string, specifier: string): string[] {
  const [workspace = ''] = file.split('/');
  if (specifier.startsWith('#')) return [`${workspace}/src/${specifier.slice(1)}`];
  if (!specifier.startsWith('.')) return [];
  return [path.posix.join(path.posix.dirname(file), specifier)];
}

/** Statements that are gone before anything runs. */
const TYPE_IMPORT = /^(?:import|export) type\s[^;]*;/gm;

/**
 * Modules that load each other in a circle, as the paths along it: which of them runs first depends on
 * who asks. Types may go round.
 */
export function findImportCircles(files: SourceFile[]): string[] {
  const own = files.filter((file) => !isTest(file.path));
  const imports = new Map(
    own.map(({ path: file, text }) => [
      file,
      importsOf(text.replaceAll(TYPE_IMPORT, '')).flatMap((specifier) =>
        targetsOf(file, specifier),
      ),
    ]),
  );
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: string[]) => {
    const at = trail.indexOf(file);
    if (at >= 0) circles.push([...trail.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}
