/** Optimistic concurrency for people who edit the same thing: `ETag` on reads, `If-Match` on writes. */

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
import { requireRole } from '#auth/route-access.ts';
import type { AppContext, Deps } from './app-env.ts';
import { AppError } from './app-error.ts';
import { toInstant } from './instant.ts';
import { readJson } from './request-body.ts';

export interface Write {
  actor: Actor;
  now: number;
  /** The `If-Match` header: the version that the write is based on. */
  ifMatch?: string | undefined;
}

export const writeOf = (c: AppContext, actor: Actor, now: number): Write => ({
  actor,
  now,
  ifMatch: c.req.header('If-Match'),
});

/** Throws as `requireRole`. */
export const writeBy = (c: AppContext, { now }: Pick<Deps, 'now'>, least: Role): Write =>
  writeOf(c, requireRole(c, least), now());

/** Checks the role, then reads the body; the write's time is when the body was complete. Throws as both. */
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

/** An ETag over the editable values of one thing. */
export function etagOf(...values: unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('base64url');
  return `"${hash.slice(0, 16)}"`;
}

/** The columns of `wanted` that differ from `row`: writing an equal value would publish for nothing. */
export function changesOf<Row extends object>(
  row: Row,
  wanted: { [K in keyof Row]?: Row[K] | undefined },
): Partial<Row> {
  const changed = Object.entries(wanted).filter(
    // `wanted` has only keys of the row.
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, row[key as keyof Row]),
  );
  // Object.fromEntries forgets the keys.
  return Object.fromEntries(changed) as Partial<Row>;
}

/** The entity of a write, as the audit log names it. */
export interface Edited {
  entity: AuditEntity;
  entityId: string | null;
}

/**
 * Compares `If-Match` with the stored version; without the header any version matches. Call it in the transaction of
 * the write. Throws `changed_meanwhile`, with the author of the last change if known.
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
    ...(change && { changed: { by: change.actor, at: toInstant(change.at) } }),
  });
}

/** Sets the header with the id of the change, which the panel undoes by; no header where nothing changed. */
export function setChangeHeader(c: AppContext, store: Store, change: number | null): void {
  const isKept =
    change !== null && store.select().from(changes).where(eq(changes.id, change)).get();
  if (isKept) c.header(CHANGE_MADE, String(change));
}

/** Runs an IMMEDIATE transaction: it holds the write lock from its start, so what it reads stays true. */
export function inTransaction<T>(db: Database, work: (store: Store) => T): T {
  return db.transaction(work, { behavior: 'immediate' });
}
