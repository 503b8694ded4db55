import { analyse } from 'scslre';
import ts from 'typescript';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { isTest, sourceFiles } from './source-files.ts';

/** Patterns that may take more than linear time, one line each (static analysis). */
function slowPatterns(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isRegularExpressionLiteral(node)) return;
    const end = node.text.lastIndexOf('/');
    const literal = { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
    for (const { type } of analyse(literal).reports) found.push(`${file}: ${node.text} (${type})`);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

it('finds slow patterns and accepts linear ones', () => {
  const slow = ['path.replace(/\\/+$/, "")', '/(a+)+b/.test(x)', '/\\s*,?\\s*$/.test(x)'];
  expect(slow.map((line) => slowPatterns('x.ts', line).length > 0)).toEqual([true, true, true]);
  expect(slowPatterns('x.ts', 'path.replace(/\\/$/, "").split(/[,;]/)')).toEqual([]);
});

// Includes browser code, where a slow pattern hangs the panel; excludes workspaces that read only our own texts.
const own = ['e2e', 'bench', 'docs-site'];
it.each(manifest.workspaces.filter((workspace) => !own.includes(workspace)))(
  'all patterns of %s take linear time',
  (workspace) => {
    const files = sourceFiles(workspace).filter(
      ({ path }) => /\.(?:tsx?|mjs)$/.test(path) && !isTest(path),
    );
    expect(files.length).toBeGreaterThan(5);
    expect(files.flatMap(({ path, text }) => slowPatterns(path, text))).toEqual([]);
  },
);
