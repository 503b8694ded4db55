import type { Store } from '@veldlicht/database/open';
import { uploads } from '@veldlicht/database/schema';
import { and, eq, inArray } from 'drizzle-orm';

export type UploadRow = typeof uploads.$inferSelect;
type UploadState = UploadRow['state'];

export function findUpload(store: Store, key: string): UploadRow | undefined {
  return store.select().from(uploads).where(eq(uploads.key, key)).get();
}

/** Compare-and-set of the state; false when it is not `from`. */
export function moveUpload(
  store: Store,
  key: string,
  from: UploadState,
  to: UploadState,
  fileHash?: string,
): boolean {
  const change = fileHash === undefined ? { state: to } : { state: to, fileHash };
  const { changes } = store
    .update(uploads)
    .set(change)
    .where(and(eq(uploads.key, key), eq(uploads.state, from)))
    .run();
  return changes === 1;
}

/** Deletes a user's unfinished uploads; running ones abort (T5). */
export function deletePendingUploads(store: Store, userId: string): void {
  store
    .delete(uploads)
    .where(
      and(eq(uploads.userId, userId), inArray(uploads.state, ['issued', 'receiving', 'received'])),
    )
    .run();
}
