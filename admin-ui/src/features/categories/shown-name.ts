import type { Category } from '@veldlicht/contract/category';
import { capitalised } from '#lib/letters.ts';

/** A name as people see it: categories are stored in lower case, tags as they were typed. */
export function shownName({ name, type }: Pick<Category, 'name' | 'type'>): string {
  return type === 'category' ? capitalised(name) : name;
}
