/** Restores states from history by ordinary writes, under the rules of today. */
import type { HistoryEntity } from '@veldlicht/contract/history';
import type { State } from '@veldlicht/database/history';
import { kept } from '@veldlicht/database/history-triggers';
import type { Store } from '@veldlicht/database/open';
import { mediaRows, storyRows } from '@veldlicht/database/schema';
import { and, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Write } from '#http/write.ts';

/** The wanted state of one thing. */
export interface Wanted {
  id: string;
  /** Columns to restore, as raw database values; null: delete it. */
  want: State | null;
  /** The current state; null: insert it. */
  now: State | null;
}

/** Restores what the rules allow, in an open change; returns the restored ids. */
export type BringBack = (store: Store, wanted: readonly Wanted[], write: Write) => string[];

/** Converts raw database values to drizzle's. */
export function readColumns<Table extends SQLiteTable>(
  table: Table,
  state: State,
): Partial<Table['$inferSelect']> {
  const columns = getTableColumns(table);
  const read = Object.entries(state).map(([name, value]) => [
    name,
    value === null ? null : columns[name]?.mapFromDriverValue(value),
  ]);
  // Object.fromEntries forgets the keys, which are those of columns.
  return Object.fromEntries(read) as Partial<Table['$inferSelect']>;
}

/** Writes columns of many things, with one statement per set of columns. `also`: further SQL assignments. */
export function writeColumns(
  store: Store,
  entity: HistoryEntity,
  things: readonly { id: string; change: State }[],
  also: SQL[] = [],
): void {
  const { table, key } = kept[entity];
  const alike = Map.groupBy(things, ({ change }) => Object.keys(change).sort().join());
  for (const group of alike.values()) {
    const names = Object.keys(group[0]?.change ?? {});
    const sets = names.map(
      (name) => sql`${sql.identifier(toSnakeCase(name))} = item.value -> 'change' ->> ${name}`,
    );
    if (names.length + also.length > 0)
      store.run(sql`
        UPDATE ${table} SET ${sql.join([...sets, ...also], sql`, `)}
        FROM json_each(${JSON.stringify(group)}) AS item
        WHERE ${table}.${sql.identifier(key)} = item.value ->> 'id'`);
  }
}

/** Whether another item or story has the slug. */
export function isOthersSlug(store: Store, slug: string, id: string): boolean {
  const has = (table: typeof mediaRows | typeof storyRows) =>
    store
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.slug, slug), ne(table.id, id)))
      .get() !== undefined;
  return has(mediaRows) || has(storyRows);
}

/** Whether the window ends after it begins. */
export const isWindow = (row: { publishFrom: number | null; publishUntil: number | null }) =>
  row.publishFrom === null || row.publishUntil === null || row.publishFrom < row.publishUntil;
