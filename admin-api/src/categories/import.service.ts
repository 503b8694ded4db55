/** Many categories or tags at once (spec §5 Bulk category import, product decisions §2). */

import { type CategoryImport, type CategoryType, categoryKey } from '@veldlicht/contract/category';
import { newId } from '@veldlicht/database/new-id';
import type { Database } from '@veldlicht/database/open';
import type { Write } from '#http/write.ts';
import { inTransaction } from '#http/write.ts';
import {
  type CategoryRow,
  insertCategory,
  lastPosition,
  listCategories,
} from './categories.repository.ts';
import { auditCategories, storedName } from './category-write.ts';

/**
 * Adds the entries that are not there yet, in their order, at the end of their lists; all or none.
 * Answers the created ones only: names that exist, and repeats, are passed over without a word.
 */
export function importCategories(
  db: Database,
  { categories }: CategoryImport,
  write: Write,
): CategoryRow[] {
  return inTransaction(db, (tx) => {
    const keyOf = (name: string, type: CategoryType) => `${type} ${categoryKey(name, type)}`;
    const taken = new Set(listCategories(tx).map(({ name, type }) => keyOf(name, type)));
    const next = { category: lastPosition(tx, 'category'), tag: lastPosition(tx, 'tag') };
    const created: CategoryRow[] = [];
    for (const input of categories) {
      const name = storedName(input.name);
      const key = keyOf(name, input.type);
      if (taken.has(key)) continue;
      taken.add(key);
      next[input.type] += 1;
      const row = insertCategory(tx, {
        ...input,
        name,
        id: newId(),
        sortOrder: next[input.type],
      });
      created.push(row);
    }
    auditCategories(tx, write, 'create', created);
    return created;
  });
}
