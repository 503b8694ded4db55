/** Known browsers: what lets the owner in while somebody guesses at the account (threat T2). */
import { DEVICE_SECONDS } from '@veldlicht/contract/limits';
import type { Store } from '@veldlicht/database/open';
import { deleteOldDevices, findDevice, moveDevice, saveDevice } from './device.repository.ts';
import { hashSessionSecret, newSessionSecret } from './session-cookie.ts';

const LIFE_MS = DEVICE_SECONDS * 1000;

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
  const device = findDevice(store, hashSessionSecret(secret), userId);
  // A moment of the far future comes from a wrong clock and would count for ever (fault F11).
  return device && Math.abs(now - device.lastSeenAt) < LIFE_MS ? device.id : null;
}

/** Makes the browser a known one of this user, under a new secret, which is answered. */
export function rememberDevice(
  store: Store,
  userId: string,
  oldSecret: string | undefined,
  now: number,
): string {
  const secret = newSessionSecret();
  const idHash = hashSessionSecret(secret);
  if (oldSecret !== undefined) moveDevice(store, hashSessionSecret(oldSecret), idHash);
  deleteOldDevices(store, now - LIFE_MS);
  saveDevice(store, idHash, userId, now);
  return secret;
}
