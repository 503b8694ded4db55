import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { devices } from '@veldlicht/database/schema';
import { and, eq, lte } from 'drizzle-orm';

export function findDevice(store: Store, idHash: string, userId: string) {
  return store
    .select()
    .from(devices)
    .where(and(eq(devices.idHash, idHash), eq(devices.userId, userId)))
    .get();
}

/** The ids of the known browsers of a user. */
export function listDevices(store: Store, userId: string): string[] {
  const rows = store.select().from(devices).where(eq(devices.userId, userId)).all();
  return rows.map(({ id }) => id);
}

/** The browser has a new secret: whoever was known on it stays known. */
export function moveDevice(store: Store, fromHash: string, toHash: string): void {
  store.update(devices).set({ idHash: toHash }).where(eq(devices.idHash, fromHash)).run();
}

export function saveDevice(store: Store, idHash: string, userId: string, now: number): void {
  store
    .insert(devices)
    .values({ id: newId(), idHash, userId, lastSeenAt: now })
    .onConflictDoUpdate({ target: [devices.idHash, devices.userId], set: { lastSeenAt: now } })
    .run();
}

export function deleteDevicesOf(store: Store, userId: string): void {
  store.delete(devices).where(eq(devices.userId, userId)).run();
}

export function deleteOldDevices(store: Store, seenBy: number): void {
  store.delete(devices).where(lte(devices.lastSeenAt, seenBy)).run();
}
