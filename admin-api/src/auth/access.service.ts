/** Who is let in, and how that ends: sessions, known devices, pending uploads (threats T2, T4, T5). */
import type { Store } from '@veldlicht/database/open';
import type { AppContext, Deps } from '#http/app-env.ts';
import { deletePendingUploads } from '#uploads/uploads.repository.ts';
import { deleteDevicesOf } from './device.repository.ts';
import { rememberDevice } from './device.service.ts';
import { deviceCookie, sentDevice } from './device-cookie.ts';
import { sentSecret } from './session.middleware.ts';
import { deleteSessionsOf } from './session.repository.ts';
import { startSession } from './session.service.ts';
import { sessionCookie } from './session-cookie.ts';

/** Ends all sessions of a user and the upload addresses given to them. Call it in a transaction. */
export function endAccess(store: Store, userId: string): void {
  deleteSessionsOf(store, userId);
  deletePendingUploads(store, userId);
}

/** From now on no browser is known for this user. */
export function forgetDevices(store: Store, userId: string): void {
  deleteDevicesOf(store, userId);
}

/** The secrets of a new session and, after a full sign-in, of the device it runs on. */
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
  return { session: sentSecret(c, deps), device: sentDevice(c, deps.environment.publicOrigin) };
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

/** Hands the secrets to the browser. */
export function sendAccess(c: AppContext, deps: Deps, access: Access): void {
  const { publicOrigin } = deps.environment;
  c.header('Set-Cookie', sessionCookie(publicOrigin, access.session), { append: true });
  if (access.device !== null)
    c.header('Set-Cookie', deviceCookie(publicOrigin, access.device), { append: true });
}
