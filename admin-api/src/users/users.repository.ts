import { sameName } from '@veldlicht/contract/name';
import type { Store } from '@veldlicht/database/open';
import { users } from '@veldlicht/database/schema';
import { and, count, eq, ne } from 'drizzle-orm';

export type UserRow = typeof users.$inferSelect;
type NewUser = typeof users.$inferInsert;

export function countUsers(store: Store): number {
  return store.select({ n: count() }).from(users).get()?.n ?? 0;
}

export function insertUser(store: Store, user: NewUser): void {
  store.insert(users).values(user).run();
}

export function findUser(store: Store, id: string): UserRow | undefined {
  return store.select().from(users).where(eq(users.id, id)).get();
}

/** All names with their ids: names are compared without case in every alphabet, which SQL can't. */
export function listUsernames(store: Store): { id: string; username: string }[] {
  return store.select({ id: users.id, username: users.username }).from(users).all();
}

/** The account of a typed name, in any case and alphabet. */
export function findUserByName(store: Store, name: string): UserRow | undefined {
  const wanted = name.trim();
  const match = listUsernames(store).find((user) => sameName(user.username, wanted));
  return match && findUser(store, match.id);
}

/** In the order of the alphabet, whatever the case. */
export function listUsers(store: Store): UserRow[] {
  const { compare } = new Intl.Collator('nl');
  const all = store.select().from(users).all();
  return all.sort((a, b) => compare(a.username, b.username) || (a.id < b.id ? -1 : 1));
}

export function updateUser(store: Store, id: string, change: Partial<UserRow>): void {
  store.update(users).set(change).where(eq(users.id, id)).run();
}

/** Takes sessions, devices, backup codes and upload tickets along (foreign keys). */
export function deleteUser(store: Store, id: string): void {
  store.delete(users).where(eq(users.id, id)).run();
}

/** Active admins beside this user. */
export function countOtherAdmins(store: Store, id: string): number {
  const isOtherAdmin = and(eq(users.role, 'admin'), eq(users.status, 'active'), ne(users.id, id));
  return store.select({ n: count() }).from(users).where(isOtherAdmin).get()?.n ?? 0;
}

export function noteLogin(store: Store, id: string, now: number): void {
  store.update(users).set({ lastLoginAt: now }).where(eq(users.id, id)).run();
}
