/** Upload keys: shown once, stored as hashes, revocable (threats T5, T20). */
import { createHash, randomBytes } from 'node:crypto';
import { reason } from '@veldlicht/contract/reason';
import type { UploadKey, UploadKeyInput } from '@veldlicht/contract/upload-key';
import { newId } from '@veldlicht/database/new-id';
import type { Database, Store } from '@veldlicht/database/open';
import { uploadKeys, users } from '@veldlicht/database/schema';
import { and, count, desc, eq } from 'drizzle-orm';
import { recordAudit } from '#audit/audit.repository.ts';
import { hasRole } from '#auth/route-access.ts';
import type { UserRow } from '#auth/sessions.ts';
import { AppError } from '#http/app-error.ts';
import { toInstant, toInstantOrNull } from '#http/instant.ts';
import { inTransaction, type Write } from '#http/write.ts';

type KeyRow = typeof uploadKeys.$inferSelect;

/** Most keys of one person. */
const MAX_KEYS = 20;
/** 256 random bits can't be guessed, so tries are not counted. */
const KEY = /^vl_[A-Za-z0-9_-]{43}$/;
const START_LENGTH = 8;
/** Precision of the last use in milliseconds, to spare a write per photo. */
const USED_STEP_MS = 60_000;

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

function toUploadKey({ id, name, start, createdAt, lastUsedAt, mayDelete }: KeyRow): UploadKey {
  return {
    id,
    name,
    start,
    createdAt: toInstant(createdAt),
    lastUsedAt: toInstantOrNull(lastUsedAt),
    mayDelete,
  };
}

/** Lists a user's keys, newest first. */
export function listKeys(store: Store, userId: string): UploadKey[] {
  const own = eq(uploadKeys.userId, userId);
  const rows = store.select().from(uploadKeys).where(own).orderBy(desc(uploadKeys.createdAt));
  return rows.all().map(toUploadKey);
}

/** Creates a key for the actor and stores only its hash. Throws `invalid_input` when there are too many. */
export function createKey(db: Database, input: UploadKeyInput, { actor, now }: Write) {
  const key = `vl_${randomBytes(32).toString('base64url')}`;
  const start = key.slice(0, START_LENGTH);
  const secret = { start, keyHash: hashOf(key) };
  const row = { ...input, ...secret, id: newId(), userId: actor.id, createdAt: now };
  return inTransaction(db, (tx) => {
    const own = eq(uploadKeys.userId, actor.id);
    const known = tx.select({ n: count() }).from(uploadKeys).where(own).get()?.n ?? 0;
    if (known >= MAX_KEYS)
      throw new AppError('invalid_input', reason('too_many_keys', { n: MAX_KEYS }));
    const made = tx.insert(uploadKeys).values(row).returning().get();
    audit(tx, { actor, now }, 'create', made);
    return { ...toUploadKey(made), key };
  });
}

/** Revokes a key of the actor at once. Throws `not_found`. */
export function revokeKey(db: Database, id: string, write: Write): void {
  inTransaction(db, (tx) => {
    const own = and(eq(uploadKeys.id, id), eq(uploadKeys.userId, write.actor.id));
    const [gone] = tx.delete(uploadKeys).where(own).returning().all();
    if (!gone) throw new AppError('not_found');
    audit(tx, write, 'delete', gone);
  });
}

export interface Holder {
  key: KeyRow;
  user: UserRow;
}

/**
 * Finds the key of an `Authorization` header; its owner must still be an active editor (threat T5). Looked up by hash,
 * so that timing reveals nothing. Throws `unauthenticated` or `forbidden`.
 */
export function requireKey(store: Store, header: string | undefined, now: number): Holder {
  const [, key = ''] = /^Bearer (\S+)$/.exec(header ?? '') ?? [];
  const found = KEY.test(key)
    ? store
        .select({ key: uploadKeys, user: users })
        .from(uploadKeys)
        .innerJoin(users, eq(users.id, uploadKeys.userId))
        .where(eq(uploadKeys.keyHash, hashOf(key)))
        .get()
    : undefined;
  if (!found) throw new AppError('unauthenticated', reason('key_unknown'));
  const { user } = found;
  if (user.status !== 'active' || !hasRole(user, 'editor'))
    throw new AppError('forbidden', reason('key_owner_may_not'));
  if (now - (found.key.lastUsedAt ?? 0) > USED_STEP_MS)
    store.update(uploadKeys).set({ lastUsedAt: now }).where(eq(uploadKeys.id, found.key.id)).run();
  return found;
}

function audit(
  store: Store,
  write: Write,
  action: 'create' | 'delete',
  { id, name }: KeyRow,
): void {
  recordAudit(store, write, { action, entity: 'key', entityId: id, summary: name });
}
