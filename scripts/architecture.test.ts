/** Compares the diagram of imports between workspaces in ARCHITECTURE.md with the sources. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { isTest, sourceFiles } from './source-files.ts';

const text = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');

/** `a --> b` for each import of workspace `b` in the sources of workspace `a`, without tests. */
function importsOf(workspace: string): string[] {
  const files = sourceFiles(workspace).filter(({ path }) => !isTest(path));
  const found = files.flatMap((file) => [...file.text.matchAll(/from '@veldlicht\/([a-z-]+)/g)]);
  return [...new Set(found.map(([, name]) => `${workspace} --> ${name}`))];
}

it('shows the actual imports between workspaces', () => {
  const [, picture = ''] = /```mermaid\nflowchart TD\n([^`]*)```/.exec(text) ?? [];
  const drawn = picture.trim().split(/\s*\n\s*/);
  expect(drawn.toSorted()).toEqual(manifest.workspaces.flatMap(importsOf).toSorted());
});
