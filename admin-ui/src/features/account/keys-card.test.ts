/** The recipe of docs/developer holds: a list screen with its texts in both languages is small. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { texts } from '#i18n/en.ts';

const MOST_LINES = 180;
const linesOf = (text: string) => text.trimEnd().split('\n').length;

it('has a list, a form, a question and its texts in few lines', () => {
  const code = readFileSync(path.join(import.meta.dirname, 'keys-card.tsx'), 'utf8');
  for (const part of ['resource(', '<ListScreen', 'useFields(', 'deletion={'])
    expect(code).toContain(part);
  const used = Object.keys(texts).filter((key) => code.includes(`'${key}'`));
  const folder = path.join(import.meta.dirname, '../../i18n/texts');
  const words = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  // A text takes one line, or the lines between its brackets.
  const lines = used.map((key) => {
    const found = words.flatMap(
      (all) => all.match(new RegExp(`^  ${key}: \\[(?:.*\\],|[^]*?^  \\],)$`, 'm')) ?? [],
    );
    expect([key, found.length]).toEqual([key, 1]);
    return linesOf(found[0] ?? '');
  });
  expect(used.length).toBeGreaterThan(10);
  const all = linesOf(code) + lines.reduce((sum, one) => sum + one, 0);
  expect(all).toBeLessThanOrEqual(MOST_LINES);
});
