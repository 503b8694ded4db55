import type BetterSqlite from 'better-sqlite3';

/**
 * Calls back within `everyMs` after any other connection has committed. Asking SQLite for its
 * `data_version` costs microseconds and needs no channel but the database. Returns a stop function.
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
