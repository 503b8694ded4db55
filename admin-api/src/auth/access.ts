/**
 * Who is let in, and how that ends: sessions, known browsers, pending uploads (threats T2, T4, T5). A known
 * browser is what lets the owner in while somebody guesses at the account.
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

/** How long a browser that was fully signed in counts as known. */
const DEVICE_SECONDS = 180 * 24 * 60 * 60;
const DEVICE_MS = DEVICE_SECONDS * 1000;

/** The ids of the known browsers of a user. */
export function listDevices(store: Store, userId: string): string[] {
  const rows = store.select().from(devices).where(eq(devices.userId, userId)).all();
  return rows.map(({ id }) => id);
}

/**
 * The id of this browser as a known one of this user, else null. It is another one for each user
 * of the browser and stays when the secret changes, so that nobody clears the failures counted
 * under it by signing in as somebody else.
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
  // A moment of the far future comes from a wrong clock and would count for ever (fault F11).
  return device && Math.abs(now - device.lastSeenAt) < DEVICE_MS ? device.id : null;
}

/** Makes the browser a known one of this user under a new secret, which is answered; others stay known on it. */
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

/** From now on no browser is known for this user. */
export function forgetDevices(store: Store, userId: string): void {
  store.delete(devices).where(eq(devices.userId, userId)).run();
}

/**
 * Ends all sessions of a user, and the upload addresses and reset links given to them; an invitation stays.
 * Call it in a transaction.
 */
export function endAccess(store: Store, userId: string): void {
  deleteSessionsOf(store, userId);
  endLinks(store, userId, 'reset');
  deletePendingUploads(store, userId);
}

/** From now on no link of this kind, or of any, sets a password of this user. */
export function endLinks(store: Store, userId: string, kind?: 'reset' | 'invitation'): void {
  const isOfKind = kind && eq(accessLinks.kind, kind);
  store
    .delete(accessLinks)
    .where(and(eq(accessLinks.userId, userId), isOfKind))
    .run();
}

/** The secrets of a new session and, after a full sign-in, of the browser it runs on. */
export interface Access {
  session: string;
  device: string | null;
}

/** What a browser sent of earlier visits; both are replaced. */
export interface SentAccess {
  session: string | undefined;
  device: string | undefined;
}

export function sentAccess(c: AppContext, deps: Deps): SentAccess {
  const device = getCookie(c, cookieName(deps.environment.publicOrigin, 'device'));
  return { session: sentSecret(c, deps), device };
}

interface Entry {
  /** False while the second factor has yet to be set up: such a browser does not become a known one. */
  isFull: boolean;
  /** When the password and the second factor were given; null when not both were. */
  confirmedAt: number | null;
}

/** Starts a session with a new id and ends the one the browser had (threat T4). */
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

/** Hands the secrets to the browser. The session's cookie lives as long as the browser runs. */
export function sendAccess(c: AppContext, deps: Deps, { session, device }: Access): void {
  const { publicOrigin } = deps.environment;
  c.header('Set-Cookie', cookieOf(publicOrigin, 'sid', session), { append: true });
  if (device === null) return;
  const cookie = cookieOf(publicOrigin, 'device', device, DEVICE_SECONDS);
  c.header('Set-Cookie', cookie, { append: true });
}
