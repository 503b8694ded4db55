import type BetterSqlite from 'better-sqlite3';

/**
 * Calls `onChange` within `everyMs` after another connection has committed, by polling `data_version`, which costs
 * microseconds. Returns a stop function.
 */
export function watchDatabase(
  client: BetterSqlite.Database,
  everyMs: number,
  onChange: () => void,
): () => void {
  const question = client.prepare('PRAGMA data_version').pluck();
  const version = () => question.get();
  let last = version();
  const timer = setInterval(() => {
    const current = version();
    if (current === last) return;
    last = current;
    onChange();
  }, everyMs);
  return () => clearInterval(timer);
}
