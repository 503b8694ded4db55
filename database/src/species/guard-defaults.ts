/**
 * The default guard list (README.md beside it, decision 022). The owner edits a copy; a test checks every line.
 */
import { readFileSync } from 'node:fs';
import type { GuardDefault, GuardLevel } from '@veldlicht/contract/guard';

/** '11-2' is [1, 2, 11, 12], as the contract sorts months; 'all' is []. */
function parseMonths(text: string): number[] {
  if (text === 'all') return [];
  const [first = 1, last = 12] = text.split('-').map(Number);
  const count = ((last - first + 12) % 12) + 1;
  const months = Array.from({ length: count }, (_, i) => ((first - 1 + i) % 12) + 1);
  return months.sort((a, b) => a - b);
}

/** Each line of the file has a rule with all its species. */
export function readGuardDefaults(): GuardDefault[] {
  const text = readFileSync(new URL('guard-defaults.tsv', import.meta.url), 'utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.flatMap((line) => {
    const [level, months = '', nestMonths = '', names = '', nl = '', en = ''] = line.split('\t');
    return names.split('|').map((scientificName) => ({
      scientificName,
      level: level as GuardLevel, // a test checks each line
      months: parseMonths(months),
      nestMonths: nestMonths === 'none' ? null : parseMonths(nestMonths),
      reason: { nl, en },
    }));
  });
}
