import type { Store } from '@veldlicht/database/open';
import { files, jobs, uploads } from '@veldlicht/database/schema';
import { and, count, desc, eq, inArray, lte } from 'drizzle-orm';

export type UploadRow = typeof uploads.$inferSelect;
export type UploadState = UploadRow['state'];

export function insertUpload(store: Store, row: typeof uploads.$inferInsert): void {
  store.insert(uploads).values(row).run();
}

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

export function deleteUpload(store: Store, key: string): void {
  store.delete(uploads).where(eq(uploads.key, key)).run();
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

/** Files that a user is sending at this moment. */
export function countReceiving(store: Store, userId: string): number {
  const receiving = and(eq(uploads.userId, userId), eq(uploads.state, 'receiving'));
  return store.select({ n: count() }).from(uploads).where(receiving).get()?.n ?? 0;
}

/** What was coming in when the process died can be sent again. */
export function resetReceiving(store: Store): void {
  store.update(uploads).set({ state: 'issued' }).where(eq(uploads.state, 'receiving')).run();
}

/** Forgets tickets past their time. */
export function deleteExpiredUploads(store: Store, now: number): void {
  store
    .delete(uploads)
    .where(
      and(lte(uploads.expiresAt, now), inArray(uploads.state, ['issued', 'received', 'finalised'])),
    )
    .run();
}

/** The newest reading of an upload, whatever became of it. */
export function findInspectJob(store: Store, key: string) {
  return store
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, 'inspect'), eq(jobs.subject, key)))
    .orderBy(desc(jobs.id))
    .limit(1)
    .get();
}

export function findFile(store: Store, hash: string) {
  return store.select().from(files).where(eq(files.hash, hash)).get();
}
