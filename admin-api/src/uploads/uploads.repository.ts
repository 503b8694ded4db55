import type { Store } from '@veldlicht/database/open';
import { uploads } from '@veldlicht/database/schema';
import { and, eq, inArray } from 'drizzle-orm';

export type UploadRow = typeof uploads.$inferSelect;
type UploadState = UploadRow['state'];

export function findUpload(store: Store, key: string): UploadRow | undefined {
  return store.select().from(uploads).where(eq(uploads.key, key)).get();
}

/** Moves an upload on if it is where it should be; false when somebody else was first. */
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

/** Takes back the addresses a user has; what is coming in on one ends and leaves nothing (T5). */
export function deletePendingUploads(store: Store, userId: string): void {
  store
    .delete(uploads)
    .where(
      and(eq(uploads.userId, userId), inArray(uploads.state, ['issued', 'receiving', 'received'])),
    )
    .run();
}
