/** Bringing things back to what history has of them: an ordinary write, by the rules of today (decision 112). */
import type { HistoryEntity } from '@veldlicht/contract/history';
import type { State } from '@veldlicht/database/history';
import { kept } from '@veldlicht/database/history-triggers';
import type { Store } from '@veldlicht/database/open';
import { mediaRows, storyRows } from '@veldlicht/database/schema';
import { and, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Write } from '#http/write.ts';

/** How one thing is to be. */
export interface Wanted {
  id: string;
  /** Values of columns, as they stand in the database; null: it is not to be there. */
  want: State | null;
  /** As it is now; null: it has to be made. */
  now: State | null;
}

/** Writes what can be, in an open change; answers the ids of these things, and leaves the others as they are. */
export type BringBack = (store: Store, wanted: readonly Wanted[], write: Write) => string[];

/** Values of columns as drizzle reads them. */
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

/** Writes columns of many things, with one statement for those that change alike. */
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

/** Whether an item or a story other than this one has an address. */
export function isOthersSlug(store: Store, slug: string, id: string): boolean {
  const has = (table: typeof mediaRows | typeof storyRows) =>
    store
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.slug, slug), ne(table.id, id)))
      .get() !== undefined;
  return has(mediaRows) || has(storyRows);
}

/** A window that ends before it begins can't come back. */
export const isWindow = (row: { publishFrom: number | null; publishUntil: number | null }) =>
  row.publishFrom === null || row.publishUntil === null || row.publishFrom < row.publishUntil;
