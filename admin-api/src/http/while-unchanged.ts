import type { Database } from '@veldlicht/database/open';

/**
 * Computes a value anew only after something was written to the database: by another connection
 * (`data_version`) or by this one (`total_changes`, which counts triggers too). Asking costs
 * microseconds, so that many readers of a long list cost one. Not for use inside a transaction, which may be undone.
 * `stamp` tells what else the value hangs on, such as the clock.
 */
export function whileUnchanged<T>(
  { $client }: Database,
  compute: () => T,
  stamp: () => string = () => '',
): () => T {
  const ownChanges = $client.prepare('SELECT total_changes()').pluck();
  let known: { version: string; value: T } | undefined;
  return () => {
    const version = `${$client.pragma('data_version', { simple: true })} ${ownChanges.get()} ${stamp()}`;
    if (known?.version !== version) known = { version, value: compute() };
    return known.value;
  };
}
