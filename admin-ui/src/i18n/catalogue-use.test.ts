/** No text of the panel is outside the catalogue, and no key is unused (spec §8). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { itemFields } from '@veldlicht/contract/item-fields';
import { isReasonCode } from '@veldlicht/contract/reason';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { en } from './en.ts';

const root = path.join(import.meta.dirname, '..');
const files = ts.sys
  .readDirectory(root, ['.ts', '.tsx'])
  .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('.d.ts'));

/** Attributes that users see or hear. */
const SPOKEN = new Set(['aria-label', 'alt', 'title', 'placeholder', 'label', 'hint', 'text']);
const LETTERS = /\p{L}{2}/u;
/** Names of languages and formats of input are the same in every language. */
const SAME_IN_ALL = new Set(['English', 'Nederlands', 'https://', 'G-XXXXXXXXXX']);
const isLoose = (text: string) => LETTERS.test(text) && !SAME_IN_ALL.has(text.trim());

function isSpoken(node: ts.Node): node is ts.JsxText | ts.JsxAttribute {
  if (ts.isJsxText(node)) return isLoose(node.text);
  if (!ts.isJsxAttribute(node) || !node.initializer) return false;
  const isText = ts.isStringLiteral(node.initializer) && isLoose(node.initializer.text);
  return isText && SPOKEN.has(node.name.getText());
}

/** Finds literals in notices: notify.error('…'). */
function isLooseNotice(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !/^notify\.\w+$/.test(node.expression.getText())) return false;
  return node.arguments.some((word) => ts.isStringLiteralLike(word) && LETTERS.test(word.text));
}

function findLooseTexts(name: string, code: string): string[] {
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (isSpoken(node) || isLooseNotice(node)) found.push(`${name}: ${node.getText().trim()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it('detects loose texts', () => {
  const code = `<p title="Foto">Hallo {name} <b>{t('x')}</b></p>; notify.error('Mislukt')`;
  expect(findLooseTexts('a.tsx', code)).toHaveLength(3);
});

it('finds no loose texts in the panel', () => {
  const loose = files.flatMap((file) =>
    findLooseTexts(path.relative(root, file), readFileSync(file, 'utf8')),
  );
  expect(loose).toEqual([]);
});

it('uses every text of the catalogue', () => {
  const code = files
    .filter((file) => !/[\\/]i18n[\\/]texts[\\/]/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  // Reasons of the server, audit actions and item fields are listed in the contract; plurals are found by their stem.
  const unused = Object.keys(en)
    .filter(
      (key) =>
        !isReasonCode(key) &&
        !(key in itemFields) &&
        !/^(?:did|kind|sighting|stage|why|level|leak|held|group|speciesView|mark|left|taxaProblem|purpose|size|messagesBy|mailEncryption|mailTest|replyProblem|folder|folderText|none|noneHint):/.test(
          key,
        ),
    )
    .map((key) => key.replace(/_(?:one|other)$/, ''))
    .filter((stem) => !new RegExp(`\\b${stem}\\b`).test(code))
    // Keys of notes and series are composed from their kind.
    .filter((stem) => !code.includes(stem.replace(/^(?:note|series):/, 'kind}:')));
  expect(unused).toEqual([]);
});
