/** Says the English texts of the server in the language of the panel. */
import i18next from 'i18next';
import { en, type TextKey } from './en.ts';
import { listText } from './list-text.ts';

interface KnownText {
  key: TextKey;
  params: Record<string, string>;
}

interface Pattern {
  key: TextKey;
  expression: RegExp;
}

const HOLE = /\{\{(\w+)\}\}/g;

function escapeExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** 'Use at most {{n}} characters' → /^Use at most (?<n>.+) characters$/ */
function patternOf(text: string): RegExp {
  const parts = text.split(HOLE);
  const source = parts.map((part, i) => (i % 2 ? `(?<${part}>.+)` : escapeExpression(part)));
  return new RegExp(`^${source.join('')}$`);
}

// Cast: the keys of a literal object are its own.
const keys = Object.keys(en) as TextKey[];
const byText = new Map<string, TextKey>(keys.map((key) => [en[key], key]));
const patterns: Pattern[] = keys
  .filter((key) => key.startsWith('server') && en[key].includes('{{'))
  .map((key) => ({ key, expression: patternOf(en[key]) }));

/** The catalogue key that says this English text, or null when it is not ours. */
export function findText(message: string): KnownText | null {
  const text = message.trim();
  const key = byText.get(text) ?? byText.get(text.replace(/\.$/, ''));
  if (key) return { key, params: {} };
  for (const { key, expression } of patterns) {
    const groups = expression.exec(text)?.groups;
    if (groups) return { key, params: groups };
  }
  return null;
}

/** A server message in the current language; an unknown one as it is. */
export function serverText(message: string): string {
  const known = findText(message);
  if (!known) return message;
  // Cast: the params were read from the holes of this very text, which the types can't know.
  const { t } = i18next as { t: (key: string, params: Record<string, string>) => string };
  const { formats } = known.params;
  const words: Record<string, string> = formats ? { formats: listText(formats, t('or', {})) } : {};
  return t(known.key, { ...known.params, ...words });
}
