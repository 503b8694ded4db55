/**
 * The guard list to start from: of which species, when, and how strictly the place of a photo is kept
 * (README.md beside it, decision 070). The owner edits a copy.
 */
import { readFileSync } from 'node:fs';
import { oneOf } from './one-of.ts';

/** What visitors may know of the place: a block of 5 km, a region of 20 km, nothing. */
const levels = ['block', 'region', 'hidden'] as const;

export interface GuardDefault {
  scientificName: string;
  level: (typeof levels)[number];
  /** In which it holds, January being 1; none: all year. */
  months: number[];
  /** In which a nest, den, lodge or roost in sight hides the place, likewise; null when that makes no difference. */
  nestMonths: number[] | null;
  /** One sentence each, for who reads the list. */
  reason: { nl: string; en: string };
}

/** '11-2' is [11, 12, 1, 2], 'all' is []. */
function parseMonths(text: string): number[] {
  if (text === 'all') return [];
  const [first = Number.NaN, last = Number.NaN] = text.split('-').map(Number);
  const isMonth = (month: number) => Number.isInteger(month) && month >= 1 && month <= 12;
  if (!isMonth(first) || !isMonth(last)) throw new Error(`No months: ${text}`);
  const count = ((last - first + 12) % 12) + 1;
  return Array.from({ length: count }, (_, i) => ((first - 1 + i) % 12) + 1);
}

/** A line has all species that a rule is for. Throws on a line that is no rule. */
export function parseGuardDefaults(text: string): GuardDefault[] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.flatMap((line) => {
    const [levelName, months, nestMonths, names, nl, en] = line.split('\t');
    const level = oneOf(levels, levelName);
    if (!level || !months || !nestMonths || !names || !nl || !en)
      throw new Error(`No rule: ${line}`);
    return names.split('|').map((scientificName) => ({
      scientificName,
      level,
      months: parseMonths(months),
      nestMonths: nestMonths === 'none' ? null : parseMonths(nestMonths),
      reason: { nl, en },
    }));
  });
}

export function readGuardDefaults(): GuardDefault[] {
  return parseGuardDefaults(readFileSync(new URL('guard-defaults.tsv', import.meta.url), 'utf8'));
}
