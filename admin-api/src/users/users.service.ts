/** The rules of accounts (§3; threats T5, T12): one active admin always remains. */

import { sameName } from '@veldlicht/contract/name';
import { reason } from '@veldlicht/contract/reason';
import type { AdminUser, NewUser, UserPatch } from '@veldlicht/contract/user';
import { newId } from '@veldlicht/database/new-id';
import type { Database, Store } from '@veldlicht/database/open';
import { users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { type Actor, recordAudit } from '#audit/audit.repository.ts';
import { refuseCommonPassword } from '#auth/common-password.ts';
import { endAccess, endLinks } from '#auth/sign-in-and-out.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { toInstantOrNull } from '#http/instant.ts';
import { changesOf, etagOf, inTransaction, requireMatch, type Write } from '#http/write.ts';
import { noticeAccountChange } from '#mail/notices.ts';
import { readSettings } from '#settings/settings.repository.ts';
import { findUser, insertUser, listUsers, type UserRow, updateUser } from './users.repository.ts';

export const INVITED_MS = 7 * 24 * 60 * 60_000;

type Names = Partial<Pick<UserRow, 'username' | 'email'>>;

function refuseTakenNames(store: Store, names: Names, ownId?: string): void {
  const others = listUsers(store).filter(({ id }) => id !== ownId);
  for (const field of ['username', 'email'] as const) {
    const wanted = names[field];
    if (wanted === undefined || !others.some((user) => sameName(user[field], wanted))) continue;
    const taken = reason(`${field}_taken`);
    throw new AppError('name_taken', taken, { fields: { [field]: taken } });
  }
}

function requireKnown(store: Store, id: string, ifMatch?: string): UserRow {
  const user = findUser(store, id);
  if (!user) throw new AppError('not_found');
  requireMatch(store, ifMatch, toAdminUser(user).etag, { entity: 'user', entityId: id });
  return user;
}

function isActiveAdmin({ role, status }: Pick<UserRow, 'role' | 'status'>): boolean {
  return role === 'admin' && status === 'active';
}

/** `after` null stands for deletion. */
function refuseLastAdmin(store: Store, user: UserRow, after: UserRow | null): void {
  if (!isActiveAdmin(user) || (after && isActiveAdmin(after))) return;
  const others = listUsers(store).filter(({ id }) => id !== user.id);
  if (!others.some(isActiveAdmin)) throw new AppError('last_admin');
}

/** Adds an account with a password hash; `invitedAt` makes it an invitation. Throws `name_taken`. */
export function addUser(
  store: Store,
  user: Omit<NewUser, 'password'> & Pick<UserRow, 'passwordHash'> & { invitedAt?: number },
  write: Write,
): UserRow {
  requireActingAdmin(store, write.actor.id);
  refuseTakenNames(store, user);
  const id = newId();
  insertUser(store, { ...user, id, createdAt: write.now });
  const { username: summary, invitedAt } = user;
  const action = invitedAt === undefined ? 'create' : 'invite';
  recordAudit(store, write, { action, entity: 'user', entityId: id, summary });
  return requireKnown(store, id);
}

/** Adds an account. Throws `invalid_input` for a common password, or `name_taken`. */
export async function createUser(
  deps: Pick<Deps, 'db' | 'passwords' | 'now'>,
  { password, ...input }: NewUser,
  actor: Actor,
): Promise<UserRow> {
  await refuseCommonPassword('password', password, input);
  const passwordHash = await deps.passwords.hash(password);
  const write = { actor, now: deps.now() };
  return inTransaction(deps.db, (tx) => addUser(tx, { ...input, passwordHash }, write));
}

/** Checks a new role or status, and ends the access that the old one gave. */
function refuseOrEndAccess(
  store: Store,
  user: UserRow,
  change: Partial<UserRow>,
  actor: Actor,
): void {
  if (change.role === undefined && change.status === undefined) return;
  if (user.id === actor.id) throw new AppError('own_account');
  refuseLastAdmin(store, user, { ...user, ...change });
  endAccess(store, user.id);
}

/** Throws `not_found`, `changed_meanwhile`, `name_taken`, `own_account` for one's own role or status, or `last_admin`. */
export function changeUser(db: Database, id: string, patch: UserPatch, write: Write): UserRow {
  return inTransaction(db, (tx) => {
    const user = requireKnown(tx, id, write.ifMatch);
    const change = changesOf(user, patch);
    const fields = Object.keys(change);
    // Before checking the actor: of two admins who demote each other the second learns why.
    refuseOrEndAccess(tx, user, change, write.actor);
    requireActingAdmin(tx, write.actor.id);
    if (fields.length === 0) return user;
    refuseTakenNames(tx, change, id);
    updateUser(tx, id, change);
    // Links mailed to the old address end.
    if (change.email !== undefined) endLinks(tx, id);
    const about = { entity: 'user', entityId: id, summary: user.username } as const;
    recordAudit(tx, write, { action: 'update', ...about, facts: { fields } });
    const told = (['email', 'role', 'status'] as const).filter((field) => field in change);
    noticeAccountChange(tx, user, told, write.now, change.email);
    return requireKnown(tx, id);
  });
}

/** Removes an account with its sessions and uploads. Throws as `changeUser`. */
export function removeUser(db: Database, id: string, write: Write): void {
  inTransaction(db, (tx) => {
    const user = requireKnown(tx, id, write.ifMatch);
    if (id === write.actor.id) throw new AppError('own_account', reason('own_account_deleted'));
    refuseLastAdmin(tx, user, null);
    requireActingAdmin(tx, write.actor.id);
    // Foreign keys delete sessions, devices, backup codes and upload tickets.
    tx.delete(users).where(eq(users.id, id)).run();
    const { username: summary } = user;
    recordAudit(tx, write, { action: 'delete', entity: 'user', entityId: id, summary });
  });
}

/** Names each public field, so that no secret slips in (T13). */
export function toAdminUser(user: UserRow): AdminUser {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    role: user.role,
    status: user.status,
    lastLogin: toInstantOrNull(user.lastLoginAt),
    twoFactorEnabled: user.twoFactorAt !== null,
    invitedUntil: toInstantOrNull(user.invitedAt && user.invitedAt + INVITED_MS),
    etag: etagOf(user.username, user.email, user.role, user.status),
  };
}

/**
 * Re-reads the acting admin in the transaction of the write: they may have been deactivated or demoted, or have to set
 * up two-factor by now (threats T5, T10, T12). Throws `unauthenticated`, `two_factor_required` or `forbidden`.
 */
export function requireActingAdmin(store: Store, userId: string): UserRow {
  const user = findUser(store, userId);
  if (user?.status !== 'active') throw new AppError('unauthenticated');
  if (user.twoFactorAt === null && readSettings(store).enforce2fa)
    throw new AppError('two_factor_required');
  if (user.role !== 'admin') throw new AppError('forbidden');
  return user;
}
