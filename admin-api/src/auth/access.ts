/**
 * Starts and ends access: sessions, known browsers, pending uploads (threats T2, T4, T5). A known browser lets the
 * owner sign in while somebody guesses at the account.
 */
import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { accessLinks, devices } from '@veldlicht/database/schema';
import { and, eq, lte } from 'drizzle-orm';
import { getCookie } from 'hono/cookie';
import type { AppContext, Deps } from '#http/app-env.ts';
import { deletePendingUploads } from '#uploads/uploads.repository.ts';
import {
  cookieName,
  cookieOf,
  deleteSessionsOf,
  hashSessionSecret,
  newSessionSecret,
  sentSecret,
  startSession,
} from './sessions.ts';

/** How long a browser stays known after a full sign-in. */
const DEVICE_SECONDS = 180 * 24 * 60 * 60;
const DEVICE_MS = DEVICE_SECONDS * 1000;

/** The ids of the known browsers of a user. */
export function listDevices(store: Store, userId: string): string[] {
  const rows = store.select().from(devices).where(eq(devices.userId, userId)).all();
  return rows.map(({ id }) => id);
}

/**
 * The device id of this browser for this user, or null if it is unknown. Each user of a browser has another id,
 * which survives a new secret: signing in as somebody else clears no failures.
 */
export function knownDevice(
  store: Store,
  secret: string | undefined,
  userId: string,
  now: number,
): string | null {
  if (secret === undefined) return null;
  const isIt = and(eq(devices.idHash, hashSessionSecret(secret)), eq(devices.userId, userId));
  const device = store.select().from(devices).where(isIt).get();
  // A time in the far future comes from a wrong clock and would never expire (fault F11).
  return device && Math.abs(now - device.lastSeenAt) < DEVICE_MS ? device.id : null;
}

/** Makes the browser known for this user; returns its new secret. Other users of the browser stay known. */
export function rememberDevice(
  store: Store,
  userId: string,
  oldSecret: string | undefined,
  now: number,
): string {
  const secret = newSessionSecret();
  const idHash = hashSessionSecret(secret);
  if (oldSecret !== undefined) {
    const isOld = eq(devices.idHash, hashSessionSecret(oldSecret));
    store.update(devices).set({ idHash }).where(isOld).run();
  }
  store
    .delete(devices)
    .where(lte(devices.lastSeenAt, now - DEVICE_MS))
    .run();
  store
    .insert(devices)
    .values({ id: newId(), idHash, userId, lastSeenAt: now })
    .onConflictDoUpdate({ target: [devices.idHash, devices.userId], set: { lastSeenAt: now } })
    .run();
  return secret;
}

/**
 * Ends all sessions, known browsers, upload tickets and reset links of a user; keeps an invitation. Call it in a
 * transaction.
 */
export function endAccess(store: Store, userId: string): void {
  deleteSessionsOf(store, userId);
  store.delete(devices).where(eq(devices.userId, userId)).run();
  endLinks(store, userId, 'reset');
  deletePendingUploads(store, userId);
}

/** Deletes the user's links of this kind, or of both. */
export function endLinks(store: Store, userId: string, kind?: 'reset' | 'invitation'): void {
  const isOfKind = kind && eq(accessLinks.kind, kind);
  store
    .delete(accessLinks)
    .where(and(eq(accessLinks.userId, userId), isOfKind))
    .run();
}

/** Secrets of a new session and, after a full sign-in, of its browser. */
export interface Access {
  session: string;
  device: string | null;
}

/** Secrets that the browser sent; a sign-in replaces both. */
export interface SentAccess {
  session: string | undefined;
  device: string | undefined;
}

export function sentAccess(c: AppContext, deps: Deps): SentAccess {
  const device = getCookie(c, cookieName(deps.environment.publicOrigin, 'device'));
  return { session: sentSecret(c, deps), device };
}

interface Entry {
  /** False before a required second factor is set up: the browser does not become known. */
  isFull: boolean;
  /** When password and second factor were both given, else null. */
  confirmedAt: number | null;
}

/** Starts a session under a new secret and ends the browser's old one (threat T4). */
export function startAccess(
  store: Store,
  userId: string,
  sent: SentAccess,
  { isFull, confirmedAt }: Entry,
  now: number,
): Access {
  const session = startSession(store, { userId, confirmedAt }, sent.session, now);
  return { session, device: isFull ? rememberDevice(store, userId, sent.device, now) : null };
}

/** Sets the cookies. The session's has no Max-Age: it ends with the browser. */
export function sendAccess(c: AppContext, deps: Deps, { session, device }: Access): void {
  const { publicOrigin } = deps.environment;
  c.header('Set-Cookie', cookieOf(publicOrigin, 'sid', session), { append: true });
  if (device === null) return;
  const cookie = cookieOf(publicOrigin, 'device', device, DEVICE_SECONDS);
  c.header('Set-Cookie', cookie, { append: true });
}
