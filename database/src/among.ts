import { type Column, type SQL, sql } from 'drizzle-orm';

/** `column IN list` with one parameter: binding thousands of values takes longer than the query. */
export function among(column: Column, list: readonly (string | number)[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(list)}))`;
}
