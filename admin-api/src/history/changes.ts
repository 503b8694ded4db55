/** Who may undo a change, and whether it is undone. */
import { type HistoryEntity, OTHERS_UNDO_MS } from '@veldlicht/contract/history';
import type { Store } from '@veldlicht/database/open';
import { changes } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { hasRole } from '#auth/route-access.ts';
import type { UserRow } from '#auth/sessions.ts';

type ChangeRow = typeof changes.$inferSelect;
export type Undoer = Pick<UserRow, 'id' | 'role'>;

/** Admins undo everything; editors undo content, of others only recent changes. */
export function mayUndo(
  user: Undoer,
  change: Pick<ChangeRow, 'actorId' | 'at'>,
  entities: readonly HistoryEntity[],
  now: number,
): boolean {
  if (hasRole(user, 'admin')) return true;
  const isContent = entities.every((entity) => entity !== 'settings' && entity !== 'guard');
  const isRecent = change.actorId === user.id || now - change.at <= OTHERS_UNDO_MS;
  return hasRole(user, 'editor') && isContent && isRecent;
}

/** Recursive, since an undo is a change that can be undone. */
export function isUndone(store: Store, id: number): boolean {
  const undoing = store
    .select({ id: changes.id })
    .from(changes)
    .where(eq(changes.undoes, id))
    .all();
  return undoing.some((one) => !isUndone(store, one.id));
}
