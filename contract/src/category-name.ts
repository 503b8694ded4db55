/** Names of categories, without a schema, so that importing them loads no zod. */
import type { CategoryType } from './category.ts';
import { capitalised, foldName } from './name.ts';

/** Built-in categories of a new database, with their Dutch labels. */
const builtIn = [
  { name: 'landscape', label: 'Landschap' },
  { name: 'fauna', label: 'Fauna' },
  { name: 'macro', label: 'Macro' },
  { name: 'drone', label: 'Drone' },
];

/**
 * Returns the key that is unique for entries of one type: the name without case. The label of a built-in category has
 * the key of its name, with or without accents.
 */
export function categoryKey(name: string, type: CategoryType): string {
  const folded = foldName(name);
  if (type === 'tag') return folded;
  const plain = folded.normalize('NFD').replace(/\p{M}/gu, '');
  const known = builtIn.find((one) => [one.name, foldName(one.label)].includes(plain));
  return known?.name ?? folded;
}

/** Returns the Dutch label of a category; a name of the owner's own shows as typed. */
export function categoryLabel(name: string): string {
  return builtIn.find((one) => one.name === name)?.label ?? capitalised(name);
}
