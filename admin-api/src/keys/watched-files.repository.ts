/** Notes on the watched folder, kept in the database so that a hanging folder never delays the panel. */
import type { Store } from '@veldlicht/database/open';
import { watchedFiles } from '@veldlicht/database/schema';
import { asc, eq, sql } from 'drizzle-orm';

export type WatchedFile = typeof watchedFiles.$inferSelect;

export function listNotes(store: Store): WatchedFile[] {
  return store.select().from(watchedFiles).orderBy(asc(watchedFiles.name)).all();
}

/** Stores a note on a file; a new reason makes it unseen. */
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

export function forgetNote(store: Store, name: string): void {
  store.delete(watchedFiles).where(eq(watchedFiles.name, name)).run();
}

export function markNotesSeen(store: Store): void {
  store.update(watchedFiles).set({ seen: true }).run();
}
