import type { Database } from '@veldlicht/database/open';

/**
 * A text that moves with every write to the database, by another connection (`data_version`) or by this
 * one (`total_changes`, which counts triggers too). Not for use inside a transaction, which may be undone.
 */
export function prepareDatabaseVersion({ $client }: Database): () => string {
  const others = $client.prepare('PRAGMA data_version').pluck();
  const own = $client.prepare('SELECT total_changes()').pluck();
  return () => `${others.get()} ${own.get()}`;
}

/**
 * Computes a value anew only after something was written to the database. Asking costs microseconds, so that
 * many readers of a long list cost one. Not for use inside a transaction, which may be undone.
 * `stamp` tells what else the value hangs on, such as the clock.
 */
export function whileUnchanged<T>(
  db: Database,
  compute: () => T,
  stamp: () => string = () => '',
): () => T {
  const databaseVersion = prepareDatabaseVersion(db);
  let known: { version: string; value: T } | undefined;
  return () => {
    const version = `${databaseVersion()} ${stamp()}`;
    if (known?.version !== version) known = { version, value: compute() };
    return known.value;
  };
}
