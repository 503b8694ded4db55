import type { Category } from '@veldlicht/contract/category';
import { capitalised } from '@veldlicht/contract/name';

/** A name as people see it: a category without a capital of its own gets one. */
export function shownName({ name, type }: Pick<Category, 'name' | 'type'>): string {
  return type === 'category' ? capitalised(name) : name;
}
