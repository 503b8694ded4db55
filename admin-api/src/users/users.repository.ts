import type { Store } from '@veldlicht/database/open';
import { users } from '@veldlicht/database/schema';
import { count, eq } from 'drizzle-orm';

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

export function noteLogin(store: Store, id: string, now: number): void {
  store.update(users).set({ lastLoginAt: now }).where(eq(users.id, id)).run();
}
