/** Adds rows for tests. */
import type { Database } from '../open.ts';
import { files, mediaRows } from '../schema.ts';

/** Adds the file of a photo. */
export function addFile(
  db: Database,
  hash: string,
  facts: Partial<typeof files.$inferInsert> = {},
) {
  const plain = { type: 'photo', extension: 'jpg', bytes: 1, width: 48, height: 32 } as const;
  const row = { ...plain, hash, processing: 'ready', createdAt: 1, ...facts } as const;
  db.insert(files).values(row).run();
}

/** Adds an item with a file, by default in the category fauna. */
export function addItem(
  db: Database,
  id: string,
  fileHash: string,
  facts: Partial<typeof mediaRows.$inferInsert> = {},
) {
  const plain = {
    type: 'photo',
    title: id,
    locationPrivacy: 'exact',
    categoryId: 'fauna',
  } as const;
  const row = { ...plain, id, slug: `${id}-0001`, fileHash, createdAt: 1, updatedAt: 1, ...facts };
  db.insert(mediaRows).values(row).run();
}
