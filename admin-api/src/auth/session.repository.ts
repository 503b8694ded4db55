import type { Store } from '@veldlicht/database/open';
import { sessions, settings, users } from '@veldlicht/database/schema';
import { eq, lte, or, sql } from 'drizzle-orm';

export type UserRow = typeof users.$inferSelect;

/** A session together with its user as the database has them at this moment. */
export interface Session {
  idHash: string;
  /** Two-factor is enforced and this user has none yet: only its set-up is open (threat T10). */
  needsSetup: boolean;
  createdAt: number;
  lastSeenAt: number;
  /** When the password and the second factor were last given in it. */
  confirmedAt: number | null;
  user: UserRow;
}

/** Finds the session of a hash; every request asks, so that building the query anew would be most of its cost. */
export function prepareFindSession(store: Store): (idHash: string) => Session | undefined {
  const query = store
    .select({ session: sessions, user: users, enforce2fa: settings.enforce2fa })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(settings, eq(settings.id, 1))
    .where(eq(sessions.idHash, sql.placeholder('idHash')))
    .prepare();
  return (idHash) => {
    const row = query.get({ idHash });
    if (!row) return undefined;
    const needsSetup = row.enforce2fa && row.user.twoFactorAt === null;
    return { ...row.session, user: row.user, needsSetup };
  };
}

export function findSession(store: Store, idHash: string): Session | undefined {
  return prepareFindSession(store)(idHash);
}

export function insertSession(
  store: Store,
  session: { idHash: string; userId: string; confirmedAt: number | null },
  now: number,
): void {
  store
    .insert(sessions)
    .values({ ...session, createdAt: now, lastSeenAt: now })
    .run();
}

export function confirmSession(store: Store, idHash: string, now: number): void {
  store.update(sessions).set({ confirmedAt: now }).where(eq(sessions.idHash, idHash)).run();
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
