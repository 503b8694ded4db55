/** When a session counts (product decisions §3): idle 8 h, absolute 24 h, its user active. */
import {
  CONFIRMED_SECONDS,
  SESSION_ABSOLUTE_SECONDS,
  SESSION_IDLE_SECONDS,
} from '@veldlicht/contract/limits';
import { isUnwritable } from '@veldlicht/database/disk-full';
import type { Database, Store } from '@veldlicht/database/open';
import {
  deleteEndedSessions,
  deleteSession,
  insertSession,
  prepareFindSession,
  type Session,
  touchSession,
} from './session.repository.ts';
import { hashSessionSecret, newSessionSecret } from './session-cookie.ts';

const IDLE_MS = SESSION_IDLE_SECONDS * 1000;
const ABSOLUTE_MS = SESSION_ABSOLUTE_SECONDS * 1000;
const CONFIRMED_MS = CONFIRMED_SECONDS * 1000;
/** How exact "last seen" is: a write per request would be a write per picture. */
const TOUCH_MS = 60_000;

/** A clock may go back a little; a session of the far future would never end (fault F11). */
const CLOCK_SLACK_MS = 5 * 60_000;

function isWithin(since: number, ms: number, now: number): boolean {
  return now - since < ms && since - now <= CLOCK_SLACK_MS;
}

function isSessionAlive(session: Session, now: number): boolean {
  return (
    session.user.status === 'active' &&
    isWithin(session.createdAt, ABSOLUTE_MS, now) &&
    isWithin(session.lastSeenAt, IDLE_MS, now)
  );
}

/** Whether the password and the second factor were given in it a moment ago (decision 047). */
export function isConfirmed({ confirmedAt }: Session, now: number): boolean {
  return confirmedAt !== null && isWithin(confirmedAt, CONFIRMED_MS, now);
}

/** Answers the session behind a cookie's secret if it still counts; asking does not prolong it. */
export function prepareReadSession(store: Store): (secret: string, now: number) => Session | null {
  const find = prepareFindSession(store);
  return (secret, now) => {
    const session = find(hashSessionSecret(secret));
    return session && isSessionAlive(session, now) ? session : null;
  };
}

/**
 * As `prepareReadSession`, and notes that the user was here. On a full or read-only disk it goes unnoted, so that
 * reading goes on (fault F7): such a session ends sooner, never later.
 */
export function prepareUseSession(db: Database): (secret: string, now: number) => Session | null {
  const read = prepareReadSession(db);
  return (secret, now) => {
    const session = read(secret, now);
    if (!session || now - session.lastSeenAt < TOUCH_MS) return session;
    try {
      touchSession(db, session.idHash, now);
    } catch (error) {
      if (!isUnwritable(error)) throw error;
    }
    return session;
  };
}

/** Starts a session and ends the one the browser had; returns the new secret. */
export function startSession(
  store: Store,
  user: { userId: string; confirmedAt: number | null },
  oldSecret: string | undefined,
  now: number,
): string {
  if (oldSecret !== undefined) deleteSession(store, hashSessionSecret(oldSecret));
  deleteEndedSessions(store, now - ABSOLUTE_MS, now - IDLE_MS);
  const secret = newSessionSecret();
  insertSession(store, { ...user, idHash: hashSessionSecret(secret) }, now);
  return secret;
}
