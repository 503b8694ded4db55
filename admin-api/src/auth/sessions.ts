/** Sessions and their cookies: 8 h idle, 24 h absolute, for active users. */
import { createHash, randomBytes } from 'node:crypto';
import type { Environment } from '@veldlicht/contract/environment';
import { countRows } from '@veldlicht/database/count-rows';
import type { Store } from '@veldlicht/database/open';
import { sessions, settings, users } from '@veldlicht/database/schema';
import { isUnwritable } from '@veldlicht/database/system-errors';
import { and, eq, gt, lte, or, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const IDLE_MS = 8 * HOUR;
const ABSOLUTE_MS = 24 * HOUR;
/** How long a confirmation by password and second factor lasts. */
const CONFIRMED_MS = 10 * MINUTE;
/** Precision of "last seen"; a write per request would be a write per picture. */
const TOUCH_MS = MINUTE;
/** Tolerates a clock set back a little; a session from the far future would never end (fault F11). */
const CLOCK_SLACK_MS = 5 * MINUTE;

export type UserRow = typeof users.$inferSelect;

/** A session with its user. */
export interface Session {
  idHash: string;
  /** Two-factor is enforced and this user has none: the session may only set it up (threat T10). */
  needsSetup: boolean;
  createdAt: number;
  lastSeenAt: number;
  /** When password and second factor were last given. */
  confirmedAt: number | null;
  user: UserRow;
}

/** Whether `since` is less than `ms` ago, and not in the future beyond the slack. */
export function isWithin(since: number, ms: number, now: number): boolean {
  return now - since < ms && since - now <= CLOCK_SLACK_MS;
}

/** Whether password and second factor were given in the last ten minutes. */
export function isConfirmed({ confirmedAt }: Session, now: number): boolean {
  return confirmedAt !== null && isWithin(confirmedAt, CONFIRMED_MS, now);
}

/** Prepared once: every request runs it, and building the query would be most of its cost. */
function prepareFindSession(store: Store): (idHash: string) => Session | undefined {
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

/** Reads the live session of a cookie's secret, without prolonging it. */
export function prepareReadSession(store: Store): (secret: string, now: number) => Session | null {
  const find = prepareFindSession(store);
  return (secret, now) => {
    const session = find(hashSessionSecret(secret));
    const isAlive =
      session?.user.status === 'active' &&
      isWithin(session.createdAt, ABSOLUTE_MS, now) &&
      isWithin(session.lastSeenAt, IDLE_MS, now);
    return session && isAlive ? session : null;
  };
}

/** Updates "last seen". Skips it on a full or read-only disk, so that reads go on: the session ends sooner (F7). */
export function touchSession(store: Store, session: Session, now: number): void {
  if (now - session.lastSeenAt < TOUCH_MS) return;
  const isIt = eq(sessions.idHash, session.idHash);
  try {
    store.update(sessions).set({ lastSeenAt: now }).where(isIt).run();
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
}

/** Counts a user's sessions that have not ended. */
export function countSessions(store: Store, userId: string, now: number): number {
  const isLive = and(
    eq(sessions.userId, userId),
    gt(sessions.createdAt, now - ABSOLUTE_MS),
    gt(sessions.lastSeenAt, now - IDLE_MS),
  );
  return countRows(store, sessions, isLive);
}

/** Starts a session and ends the browser's old one (threat T4); returns the new secret. */
export function startSession(
  store: Store,
  user: { userId: string; confirmedAt: number | null },
  oldSecret: string | undefined,
  now: number,
): string {
  if (oldSecret !== undefined) deleteSession(store, hashSessionSecret(oldSecret));
  const isOver = or(
    lte(sessions.createdAt, now - ABSOLUTE_MS),
    lte(sessions.lastSeenAt, now - IDLE_MS),
  );
  store.delete(sessions).where(isOver).run();
  const secret = newSessionSecret();
  const row = { ...user, idHash: hashSessionSecret(secret), createdAt: now, lastSeenAt: now };
  store.insert(sessions).values(row).run();
  return secret;
}

export function confirmSession(store: Store, idHash: string, now: number): void {
  store.update(sessions).set({ confirmedAt: now }).where(eq(sessions.idHash, idHash)).run();
}

export function deleteSession(store: Store, idHash: string): void {
  store.delete(sessions).where(eq(sessions.idHash, idHash)).run();
}

export function deleteSessionsOf(store: Store, userId: string): void {
  store.delete(sessions).where(eq(sessions.userId, userId)).run();
}

/** 256 random bits in 43 URL-safe characters. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hex, as the database stores it. */
export function hashSessionSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** `passkey` ties a passkey challenge to the browser that asked for it. */
type CookieName = 'sid' | 'device' | 'passkey';

/** WebKit rejects `Secure` and `__Host-` on plain http, localhost included. */
const takesSecure = (publicOrigin: string) => publicOrigin.startsWith('https:');

/** With `__Host-`, which ties the cookie to this host, where the browser takes it. */
export function cookieName(publicOrigin: string, name: CookieName): string {
  return takesSecure(publicOrigin) ? `__Host-${name}` : name;
}

/** A Set-Cookie value: HttpOnly, SameSite=Strict (threat T4). `maxAge` in seconds. */
export function cookieOf(
  publicOrigin: string,
  name: CookieName,
  value: string,
  maxAge?: number,
): string {
  const age = maxAge === undefined ? '' : `Max-Age=${maxAge}; `;
  const secure = takesSecure(publicOrigin) ? 'Secure; ' : '';
  return `${cookieName(publicOrigin, name)}=${value}; ${age}Path=/; ${secure}HttpOnly; SameSite=Strict`;
}

/** The session secret of the request; only a cookie counts (threat T4). */
export function sentSecret(
  c: Context,
  { environment }: { environment: Pick<Environment, 'publicOrigin'> },
): string | undefined {
  return getCookie(c, cookieName(environment.publicOrigin, 'sid'));
}
