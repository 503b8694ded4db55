/** Notes on the watched folder for the panel: kept in the database, so that a folder that hangs makes no page wait. */
import type { Store } from '@veldlicht/database/open';
import { watchedFiles } from '@veldlicht/database/schema';
import { asc, eq, sql } from 'drizzle-orm';

export type WatchedFile = typeof watchedFiles.$inferSelect;

/** Notes about files, by name. */
export function listNotes(store: Store): WatchedFile[] {
  return store.select().from(watchedFiles).orderBy(asc(watchedFiles.name)).all();
}

/** Writes down what is wrong with a file; when that is new, somebody has yet to read it. */
export function keepNote(store: Store, note: Omit<WatchedFile, 'seen'>): void {
  const isKnown = sql`state = excluded.state and reason = excluded.reason`;
  store
    .insert(watchedFiles)
    .values(note)
    .onConflictDoUpdate({
      target: watchedFiles.name,
      set: { ...note, seen: sql`seen and ${isKnown}` },
    })
    .run();
}

/** For a file that is gone. */
export function forgetNote(store: Store, name: string): void {
  store.delete(watchedFiles).where(eq(watchedFiles.name, name)).run();
}

/** Somebody has read all notes. */
export function markNotesSeen(store: Store): void {
  store.update(watchedFiles).set({ seen: true }).run();
}
