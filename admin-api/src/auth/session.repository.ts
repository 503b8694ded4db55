import type { Store } from '@veldlicht/database/open';
import { sessions, settings, users } from '@veldlicht/database/schema';
import { eq, lte, or } from 'drizzle-orm';

export type UserRow = typeof users.$inferSelect;

/** A session together with its user as the database has them at this moment. */
export interface Session {
  idHash: string;
  /** Two-factor is enforced and this user has none yet: only its set-up is open (threat T10). */
  needsSetup: boolean;
  createdAt: number;
  lastSeenAt: number;
  user: UserRow;
}

export function findSession(store: Store, idHash: string): Session | undefined {
  const row = store
    .select()
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(settings, eq(settings.id, 1))
    .where(eq(sessions.idHash, idHash))
    .get();
  if (!row) return undefined;
  const needsSetup = row.settings.enforce2fa && row.users.twoFactorAt === null;
  return { ...row.sessions, user: row.users, needsSetup };
}

export function insertSession(store: Store, idHash: string, userId: string, now: number): void {
  store.insert(sessions).values({ idHash, userId, createdAt: now, lastSeenAt: now }).run();
}

export function touchSession(store: Store, idHash: string, now: number): void {
  store.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.idHash, idHash)).run();
}

export function deleteSession(store: Store, idHash: string): void {
  store.delete(sessions).where(eq(sessions.idHash, idHash)).run();
}

export function deleteSessionsOf(store: Store, userId: string): void {
  store.delete(sessions).where(eq(sessions.userId, userId)).run();
}

/** Forgets sessions that ended by themselves. */
export function deleteEndedSessions(store: Store, createdBy: number, seenBy: number): void {
  store
    .delete(sessions)
    .where(or(lte(sessions.createdAt, createdBy), lte(sessions.lastSeenAt, seenBy)))
    .run();
}
