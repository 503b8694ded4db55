/** What the panel says is for its owner; the terminal and the environment are for who built the site. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { en, type TextKey } from './en.ts';
import { nl } from './nl.ts';

/** They stand in a fold "For the site builder" alone. */
const inFold: readonly TextKey[] = ['helpBuilder', 'backupRestoreHint'];

/** Pages that visitors open. */
const PUBLIC_PAGE = /^\/(?:over|licentie)\b/;

/** Words of a text that only who built the site knows. */
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
  ])('are searched well: %j', (text, found) => {
    expect(technicalWords(text)).toEqual(found);
  });

  it('name no variable, command or path outside a fold', () => {
    // Cast: the keys of a literal object are its own.
    const keys = (Object.keys(en) as TextKey[]).filter((key) => !inFold.includes(key));
    const found = keys.flatMap((key) =>
      technicalWords(`${en[key]}\n${nl[key]}`).map((word) => `${key}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it('that do are said by files with that fold', () => {
    const root = path.join(import.meta.dirname, '..');
    const files = ts.sys.readDirectory(root, ['.tsx']).map((file) => readFileSync(file, 'utf8'));
    for (const key of inFold) {
      const users = files.filter((code) => code.includes(`t('${key}'`));
      expect(users.length, key).toBeGreaterThan(0);
      expect(users.filter((code) => !code.includes('<BuilderFold'))).toEqual([]);
    }
  });

  it('call who built the site by one name', () => {
    const other = /sitebouwer|builder of the site|whoever built/i;
    expect([...Object.values(en), ...Object.values(nl)].filter((text) => other.test(text))).toEqual(
      [],
    );
  });
});
