/** What categories are called, in words that need no schema. */
import type { CategoryType } from './category.ts';
import { capitalised, foldName } from './name.ts';

/** The categories that a new database starts with, and what Dutch visitors read for them. */
const builtIn = [
  { name: 'landscape', label: 'Landschap' },
  { name: 'fauna', label: 'Fauna' },
  { name: 'macro', label: 'Macro' },
  { name: 'drone', label: 'Drone' },
];

/**
 * Two entries of one type with the same key count as one: the name without case, and for a category of
 * the built-in ones its label, in whatever accents, like its name.
 */
export function categoryKey(name: string, type: CategoryType): string {
  const folded = foldName(name);
  if (type === 'tag') return folded;
  const plain = folded.normalize('NFD').replace(/\p{M}/gu, '');
  const known = builtIn.find((one) => [one.name, foldName(one.label)].includes(plain));
  return known?.name ?? folded;
}

/** What Dutch visitors read for a category; a name of the owner's own shows as typed. */
export function categoryLabel(name: string): string {
  return builtIn.find((one) => one.name === name)?.label ?? capitalised(name);
}
