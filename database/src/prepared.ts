import type { Store } from './open.ts';

/**
 * A query that is asked over and over, built once for each database: drizzle takes ten times as long to
 * build one as SQLite to answer it. In a transaction it is built anew.
 */
export function preparedFor<Query>(prepare: (store: Store) => Query): (store: Store) => Query {
  const known = new WeakMap<Store, Query>();
  return (store) => {
    const query = known.get(store) ?? prepare(store);
    known.set(store, query);
    return query;
  };
}
