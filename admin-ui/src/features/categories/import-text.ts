/** From the text of a bulk import to names (pure; spec §5 Bulk category import). */
import {
  type Category,
  type CategoryImport,
  type CategoryType,
  categoryKey,
} from '@veldlicht/contract/category';
import { MAX_BULK_CATEGORIES, MAX_NAME } from '@veldlicht/contract/limits';
import { VISIBLE } from '@veldlicht/contract/name';

/** Split on commas, trimmed, empty ones dropped. */
export function parseNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => VISIBLE.test(name));
}

/** The first of each name: repeats inside the text count once. */
export function distinctNames(names: readonly string[], type: CategoryType): string[] {
  const first = new Map<string, string>();
  for (const name of names) {
    const key = categoryKey(name, type);
    if (!first.has(key)) first.set(key, name);
  }
  return [...first.values()];
}

/** Those that the import did not create, because they existed. */
export function existingNames(
  names: readonly string[],
  created: ReadonlyArray<Pick<Category, 'name'>>,
  type: CategoryType,
): string[] {
  const fresh = new Set(created.map(({ name }) => categoryKey(name, type)));
  return distinctNames(names, type).filter((name) => !fresh.has(categoryKey(name, type)));
}

/** What keeps a text from being imported; the words for it are the catalogue's. */
export type ImportProblem =
  | { is: 'none-left' }
  | { is: 'too-many'; number: number; max: number }
  | { is: 'too-long'; name: string; max: number }
  | { is: 'two-lines'; name: string };

const SHOWN = 40;
const shortened = (name: string) => (name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name);

export function findProblem(names: readonly string[]): ImportProblem | null {
  if (names.length === 0) return { is: 'none-left' };
  const broken = names.find((name) => /\p{Cc}/u.test(name));
  if (broken !== undefined)
    return { is: 'two-lines', name: shortened(broken.replace(/\s+/gu, ' ')) };
  const long = names.find((name) => name.length > MAX_NAME);
  if (long !== undefined) return { is: 'too-long', name: shortened(long), max: MAX_NAME };
  if (names.length <= MAX_BULK_CATEGORIES) return null;
  return { is: 'too-many', number: names.length, max: MAX_BULK_CATEGORIES };
}

/** What is sent: every entry with the chosen type and no description (spec §5). */
export function toImport(names: readonly string[], type: CategoryType): CategoryImport {
  return {
    categories: names.map((name) => ({ name, type, description: null })),
  };
}
