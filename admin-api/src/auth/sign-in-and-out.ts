/** Signing in and out: starts and ends sessions, known browsers and pending uploads (threats T4, T5). */
import type { Store } from '@veldlicht/database/open';
import { accessLinks, devices } from '@veldlicht/database/schema';
import { and, eq } from 'drizzle-orm';
import { getCookie } from 'hono/cookie';
import type { AppContext, Deps } from '#http/app-env.ts';
import { deletePendingUploads } from '#uploads/uploads.repository.ts';
import { DEVICE_SECONDS, rememberDevice } from './known-browsers.ts';
import { cookieName, cookieOf, deleteSessionsOf, sentSecret, startSession } from './sessions.ts';

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
