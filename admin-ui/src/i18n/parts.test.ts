/** Pages use only texts that are loaded by then. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { en, partOf, type TextPart } from './en.ts';

const root = path.join(import.meta.dirname, '..');

/** Resolves an import to a file of ours; null for a package. */
function fileOf(name: string, from: string): string | null {
  if (name.startsWith('#')) return path.join(root, name.slice(1));
  return name.startsWith('.') ? path.join(path.dirname(from), name) : null;
}

/** Text keys, without plural endings. */
const stems = new Map(
  Object.keys(en).map((key) => [key.replace(/_(?:one|other)$/, ''), partOf(key)]),
);

/** Keys in a file of texts outside `loaded`, and its static imports. */
function read(file: string, loaded: readonly TextPart[]) {
  const code = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const imports: string[] = [];
  const keys: string[] = [];
  const isLate = (text: string) => !loaded.includes(stems.get(text) ?? 'start');
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) {
      const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      const found =
        ts.isStringLiteral(node.moduleSpecifier) && fileOf(node.moduleSpecifier.text, file);
      if (found && !isType && /\.tsx?$/.test(found)) imports.push(found);
      return;
    }
    // Not texts: `role="status"` and literal types.
    if (ts.isLiteralTypeNode(node)) return;
    if (ts.isJsxAttribute(node) && node.initializer && ts.isStringLiteral(node.initializer)) return;
    // Covers `t('key')`, `t(a ? 'b' : 'c')` and keys in tables.
    if (ts.isStringLiteral(node) && isLate(node.text)) keys.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { imports, keys };
}

/** Words that only happen to be text keys, such as names of fields. */
const notSaid = /lib\/(?:field-words|permissions)\.ts$/;

it('uses only texts of the first part before signing in', () => {
  const seen = new Map<string, string[]>();
  const follow = (file: string) => {
    if (seen.has(file)) return;
    const { imports, keys } = read(file, ['start']);
    seen.set(file, keys);
    for (const next of imports) follow(next);
  };
  follow(path.join(root, 'main.tsx'));
  follow(path.join(root, 'features/auth/set-up-alert.tsx'));
  follow(path.join(root, 'lib/sign-in-schemas.ts'));
  const files = [...seen].filter(([file]) => !notSaid.test(file));
  expect(files.some(([file]) => file.endsWith('login-page.tsx'))).toBe(true);
  const missing = files.filter(([, keys]) => keys.length > 0);
  expect(missing.map(([file, keys]) => [path.relative(root, file), keys])).toEqual([]);
});

/** Code of the pages that load the texts of the office, and lists of pages and fields. */
const office = [
  'features/(?:account|contacts|moving|stories|users|visits|website-settings)/',
  'features/history/(?:audit|history-page|version-words)',
  'app/(?:dashboard|router)',
  'components/(?:mail-notice|ui/table)',
  'lib/(?:field-words|value-text)',
];
const isOffice = new RegExp(`^(?:${office.join('|')})`);

it('uses no texts of the office on pages of media and species', () => {
  const found = ts.sys
    .readDirectory(root, ['.ts', '.tsx'])
    .map((file) => path.relative(root, file))
    .filter((file) => !/^i18n|\.test\.|^testing/.test(file) && !isOffice.test(file))
    .map((file) => [file, read(path.join(root, file), ['start', 'panel']).keys] as const);
  expect(found.some(([file]) => file.endsWith('media-page.tsx'))).toBe(true);
  expect(found.filter(([, keys]) => keys.length > 0)).toEqual([]);
});
