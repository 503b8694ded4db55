/** Names of reserves, waters, heaths and woods, which tell more than an area does (README.md). */
import { readFileSync } from 'node:fs';
import { foldForSearch } from '@veldlicht/contract/name';

let names: ReadonlyMap<string, [folded: string, name: string][]> | undefined;

const fold = (text: string) =>
  ` ${foldForSearch(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** By their first words. */
function readNames(): ReadonlyMap<string, [string, string][]> {
  if (names) return names;
  const text = readFileSync(new URL('protected-areas.tsv', import.meta.url), 'utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  const all = lines.map((line): [string, string] => {
    const [name = ''] = line.split('\t');
    return [fold(name), name];
  });
  names = Map.groupBy(all, ([folded]) => folded.trim().split(' ')[0] ?? '');
  return names;
}

/** The first name of a protected area that stands in a text, whatever its case. */
export function protectedAreaIn(text: string): string | null {
  const folded = fold(text);
  for (const word of folded.trim().split(' '))
    for (const [name, written] of readNames().get(word) ?? [])
      if (folded.includes(name)) return written;
  return null;
}
