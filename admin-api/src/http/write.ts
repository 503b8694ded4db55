/** Two people who edit one thing are told (decision 050): `ETag` on reading, `If-Match` on writing. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AuditEntity } from '@veldlicht/contract/audit';
import { CHANGE_MADE } from '@veldlicht/contract/change-made';
import type { Role } from '@veldlicht/contract/user';
import type { Database, Store } from '@veldlicht/database/open';
import { changes } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, findLastChange } from '#audit/audit.repository.ts';
import { requireRole } from '#auth/guards.ts';
import type { AppContext, Deps } from './app-env.ts';
import { AppError } from './app-error.ts';
import { readJson } from './request-body.ts';

/** A write of one thing: by whom, when, and based on which version. */
export interface Write {
  actor: Actor;
  now: number;
  /** What `If-Match` of the call names, if it does. */
  ifMatch?: string | undefined;
}

/** The write that a call asks for. */
export const writeOf = (c: AppContext, actor: Actor, now: number): Write => ({
  actor,
  now,
  ifMatch: c.req.header('If-Match'),
});

/** The write of somebody with at least this role. Throws as `requireRole`. */
export const writeBy = (c: AppContext, { now }: Pick<Deps, 'now'>, least: Role): Write =>
  writeOf(c, requireRole(c, least), now());

/**
 * What somebody with at least this role sends, and the write that it asks for, as of when all of it had come
 * in. Throws as `requireRole` and `readJson`.
 */
export async function readWrite<S extends z.ZodType>(
  c: AppContext,
  deps: Pick<Deps, 'now' | 'limits'>,
  least: Role,
  schema: S,
): Promise<{ input: z.output<S>; write: Write }> {
  const actor = requireRole(c, least);
  const input = await readJson(c, schema, deps.limits);
  return { input, write: writeOf(c, actor, deps.now()) };
}

/** The ETag of what people edit of one thing: another one once one of these values is. */
export function etagOf(...values: unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('base64url');
  return `"${hash.slice(0, 16)}"`;
}

/** What differs from the stored row: a column that is written publishes, also with the value it had. */
export function changesOf<Row extends object>(
  row: Row,
  wanted: { [K in keyof Row]?: Row[K] | undefined },
): Partial<Row> {
  const changed = Object.entries(wanted).filter(
    // The keys of `wanted` are those of the row.
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, row[key as keyof Row]),
  );
  // Object.fromEntries forgets the keys.
  return Object.fromEntries(changed) as Partial<Row>;
}

/** What a write is about, as the audit log names it. */
export interface Edited {
  entity: AuditEntity;
  entityId: string | null;
}

/**
 * Refuses a write that is based on another version than the stored one. Call it in the transaction of the
 * write; without a header every version will do. Throws `changed_meanwhile`, with who changed it if known.
 */
export function requireMatch(
  store: Store,
  ifMatch: Write['ifMatch'],
  etag: string,
  edited: Edited,
): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (ifMatch.split(',').some((one) => one.trim() === etag)) return;
  const change = findLastChange(store, edited);
  throw new AppError('changed_meanwhile', undefined, {
    ...(change && { changed: { by: change.actor, at: new Date(change.at).toISOString() } }),
  });
}

/** Sets the header with the id of the change, for its undo; none where nothing changed. */
export function setChangeHeader(c: AppContext, store: Store, change: number | null): void {
  const isKept =
    change !== null && store.select().from(changes).where(eq(changes.id, change)).get();
  if (isKept) c.header(CHANGE_MADE, String(change));
}

/** Runs a write as one transaction that holds the lock from its start: what it reads stays true. */
export function inTransaction<T>(db: Database, work: (store: Store) => T): T {
  return db.transaction(work, { behavior: 'immediate' });
}
