import { sameName } from '@veldlicht/contract/name';
import type { Store } from '@veldlicht/database/open';
import { users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';

export type UserRow = typeof users.$inferSelect;
type NewUser = typeof users.$inferInsert;

export function insertUser(store: Store, user: NewUser): void {
  store.insert(users).values(user).run();
}

export function findUser(store: Store, id: string): UserRow | undefined {
  return store.select().from(users).where(eq(users.id, id)).get();
}

/** Finds a username without regard to case. */
export function findUserByName(store: Store, name: string): UserRow | undefined {
  const wanted = name.trim();
  // SQLite folds only ASCII.
  const names = store.select({ id: users.id, username: users.username }).from(users).all();
  const match = names.find((user) => sameName(user.username, wanted));
  return match && findUser(store, match.id);
}

/** Finds an account by username or e-mail address; no username has an @. */
export function findUserByLogin(store: Store, typed: string): UserRow | undefined {
  const byName = findUserByName(store, typed);
  return byName ?? listUsers(store).find(({ email }) => sameName(email, typed.trim()));
}

/** In alphabetical order, without regard to case. */
export function listUsers(store: Store): UserRow[] {
  const { compare } = new Intl.Collator('nl');
  const all = store.select().from(users).all();
  return all.sort((a, b) => compare(a.username, b.username) || (a.id < b.id ? -1 : 1));
}

export function updateUser(store: Store, id: string, change: Partial<UserRow>): void {
  store.update(users).set(change).where(eq(users.id, id)).run();
}

export function noteLogin(store: Store, id: string, now: number): void {
  store.update(users).set({ lastLoginAt: now }).where(eq(users.id, id)).run();
}
