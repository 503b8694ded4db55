/**
 * Known browsers (threats T2, T5): after a full sign-in a browser stays known, so that its owner can still sign in
 * while somebody guesses at the account.
 */
import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { devices } from '@veldlicht/database/schema';
import { and, eq, lte } from 'drizzle-orm';
import { hashSessionSecret, newSessionSecret } from './sessions.ts';

/** How long a browser stays known after a full sign-in. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;
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
