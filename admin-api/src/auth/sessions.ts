/** When a session counts (product decisions §3): idle 8 h, absolute 24 h, its user active. */
import { createHash, randomBytes } from 'node:crypto';
import type { Environment } from '@veldlicht/contract/environment';
import type { Store } from '@veldlicht/database/open';
import { sessions, settings, users } from '@veldlicht/database/schema';
import { isUnwritable } from '@veldlicht/database/system-errors';
import { eq, lte, or, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const IDLE_MS = 8 * HOUR;
const ABSOLUTE_MS = 24 * HOUR;
/** How long the password and the second factor count after they were given (decision 047). */
const CONFIRMED_MS = 10 * MINUTE;
/** How exact "last seen" is: a write per request would be a write per picture. */
const TOUCH_MS = MINUTE;
/** A clock may go back a little; a session of the far future would never end (fault F11). */
const CLOCK_SLACK_MS = 5 * MINUTE;

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

function isWithin(since: number, ms: number, now: number): boolean {
  return now - since < ms && since - now <= CLOCK_SLACK_MS;
}

/** Whether the password and the second factor were given in it a moment ago (decision 047). */
export function isConfirmed({ confirmedAt }: Session, now: number): boolean {
  return confirmedAt !== null && isWithin(confirmedAt, CONFIRMED_MS, now);
}

/** Finds the session of a hash. Every request asks: to build the query anew would be most of its cost. */
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

/** Answers the session behind a cookie's secret if it still counts; asking does not prolong it. */
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

/**
 * Notes that the user was here. On a full or read-only disk it goes unnoted, so that reading goes on
 * (fault F7): such a session ends sooner, never later.
 */
export function touchSession(store: Store, session: Session, now: number): void {
  if (now - session.lastSeenAt < TOUCH_MS) return;
  const isIt = eq(sessions.idHash, session.idHash);
  try {
    store.update(sessions).set({ lastSeenAt: now }).where(isIt).run();
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
}

/** Starts a session and ends the one the browser had (threat T4); returns the new secret. */
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

/** What the database keeps of a secret: its SHA-256 in hex. */
export function hashSessionSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The session, the known browser, and the browser that a passkey's challenge was made for. */
type CookieName = 'sid' | 'device' | 'passkey';

/** WebKit keeps no cookie with `Secure` or `__Host-` on plain http, localhost included. */
const takesSecure = (publicOrigin: string) => publicOrigin.startsWith('https:');

/** `__Host-` ties a cookie to this host. */
export function cookieName(publicOrigin: string, name: CookieName): string {
  return takesSecure(publicOrigin) ? `__Host-${name}` : name;
}

/** A Set-Cookie value that keeps the cookie to our own pages (threat T4). */
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

/** The secret a browser sent, if any. Cookies are the only way in (threat T4). */
export function sentSecret(
  c: Context,
  { environment }: { environment: Pick<Environment, 'publicOrigin'> },
): string | undefined {
  return getCookie(c, cookieName(environment.publicOrigin, 'sid'));
}
