/** The panel's texts are for its owner: no variables, commands or paths, except for the builder of the site. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { en, type TextKey } from './en.ts';
import { nl } from './nl.ts';

/** Texts inside a fold "For the site builder". */
const inFold: readonly TextKey[] = ['helpBuilder', 'backupRestoreHint'];

/** Paths that visitors see. */
const PUBLIC_PAGE = /^\/(?:over|licentie)\b/;

/** Technical words that only the builder of the site knows. */
function technicalWords(text: string): string[] {
  const words = text.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b|\bnpm run\b/g) ?? [];
  const paths = text.match(/(?<![\w}.:/<])\/[\w.…{][^\s,;)”]*/g) ?? [];
  return [...words, ...paths.filter((one) => !PUBLIC_PAGE.test(one))];
}

describe('the texts of the panel', () => {
  it.each([
    ['Set MAIL_HOST, or npm run user.', ['MAIL_HOST', 'npm run']],
    ['In /media/ab/960.jpg, not on /over.', ['/media/ab/960.jpg']],
    ['G-XXXXXXXXXX at https://adres and 3/4', []],
  ])('are checked for technical words: %j', (text, found) => {
    expect(technicalWords(text)).toEqual(found);
  });

  it('contain no variable, command or path outside the fold', () => {
    // Cast: the keys of a literal object are its own.
    const keys = (Object.keys(en) as TextKey[]).filter((key) => !inFold.includes(key));
    const found = keys.flatMap((key) =>
      technicalWords(`${en[key]}\n${nl[key]}`).map((word) => `${key}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it('with technical words are used inside the fold', () => {
    const root = path.join(import.meta.dirname, '..');
    const files = ts.sys.readDirectory(root, ['.tsx']).map((file) => readFileSync(file, 'utf8'));
    for (const key of inFold) {
      const users = files.filter((code) => code.includes(`t('${key}'`));
      expect(users.length, key).toBeGreaterThan(0);
      expect(users.filter((code) => !code.includes('<BuilderFold'))).toEqual([]);
    }
  });

  it('use one name for the builder of the site', () => {
    const other = /sitebouwer|builder of the site|whoever built/i;
    expect([...Object.values(en), ...Object.values(nl)].filter((text) => other.test(text))).toEqual(
      [],
    );
  });
});
