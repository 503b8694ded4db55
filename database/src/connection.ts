/** Connections without drizzle, which takes a second to load. */
import { TerminalError } from '@veldlicht/contract/terminal-error';
import BetterSqlite from 'better-sqlite3';

/** Earlier versions could corrupt a WAL database written by two connections. */
const OLDEST_SQLITE = [3, 51, 3];

/** Faults of a database, by their remedy. */
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

/** Throws when the bundled SQLite is too old. */
export function requireSafeSqlite(client: BetterSqlite.Database): void {
  const version = String(client.prepare('select sqlite_version()').pluck().get());
  const parts = version.split('.').map(Number);
  const firstDifference = OLDEST_SQLITE.findIndex((part, i) => parts[i] !== part);
  if (firstDifference >= 0 && (parts[firstDifference] ?? 0) < (OLDEST_SQLITE[firstDifference] ?? 0))
    throw new DatabaseError(`SQLite ${version} is too old; ${OLDEST_SQLITE.join('.')} is needed.`);
}

/** Opens a connection with our settings: a committed transaction is on disk. */
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
