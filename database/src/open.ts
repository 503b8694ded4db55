import type BetterSqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { openConnection } from './connection.ts';
import * as schema from './schema.ts';

/** Drizzle on better-sqlite3; synchronous. */
export type Database = BetterSQLite3Database<typeof schema> & { $client: BetterSqlite.Database };
/** A database or an open transaction on it. */
export type Store = Pick<
  Database,
  'select' | 'insert' | 'update' | 'delete' | 'all' | 'get' | 'run'
>;

/** Opens a migrated database file. Close it with `db.$client.close()`. */
export function openDatabase(file: string, options: { readonly?: boolean } = {}): Database {
  return drizzle({ client: openConnection(file, options), schema, casing: 'snake_case' });
}
