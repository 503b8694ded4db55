import type { Store } from './open.ts';

/**
 * Builds a frequent query once per database: building takes drizzle ten times as long as SQLite to run it. In a
 * transaction it is built each time.
 */
export function preparedFor<Query>(prepare: (store: Store) => Query): (store: Store) => Query {
  const known = new WeakMap<Store, Query>();
  return (store) => {
    const query = known.get(store) ?? prepare(store);
    known.set(store, query);
    return query;
  };
}
