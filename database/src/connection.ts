/** A connection by itself: whoever needs no tables need not load drizzle, which takes a second. */
import { TerminalError } from '@veldlicht/contract/terminal-error';
import BetterSqlite from 'better-sqlite3';

/** SQLite before this could corrupt a WAL database written by two connections (reliability §0.4). */
const OLDEST_SQLITE = [3, 51, 3];

/** What is wrong with a database, told apart by what people can do about it. */
export const databaseFaults = [
  'missing',
  'damaged',
  'behind',
  'unfinished',
  'newer',
  'unreleased',
  'foreign',
  'other',
] as const;
type DatabaseFault = (typeof databaseFaults)[number];

/** The database can't be trusted. */
export class DatabaseError extends TerminalError {
  override name = 'DatabaseError';
  readonly fault: DatabaseFault;
  constructor(message: string, { fault = 'other', ...options }: FaultOptions = {}) {
    super(message, options);
    this.fault = fault;
  }
}

interface FaultOptions extends ErrorOptions {
  fault?: DatabaseFault;
}

/** Throws when the SQLite that came along is too old to be trusted. */
export function requireSafeSqlite(client: BetterSqlite.Database): void {
  const version = String(client.prepare('select sqlite_version()').pluck().get());
  const parts = version.split('.').map(Number);
  const firstDifference = OLDEST_SQLITE.findIndex((part, i) => parts[i] !== part);
  if (firstDifference >= 0 && (parts[firstDifference] ?? 0) < (OLDEST_SQLITE[firstDifference] ?? 0))
    throw new DatabaseError(`SQLite ${version} is too old; ${OLDEST_SQLITE.join('.')} is needed.`);
}

/** A raw connection with the settings every connection of ours has: acknowledged means on disk. */
export function openConnection(file: string, options: { readonly?: boolean } = {}) {
  const client = new BetterSqlite(file, { timeout: 5000, readonly: options.readonly ?? false });
  requireSafeSqlite(client);
  if (!options.readonly) {
    client.pragma('journal_mode = WAL');
    client.pragma('synchronous = FULL');
  }
  client.pragma('foreign_keys = ON');
  return client;
}
