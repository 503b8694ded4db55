/** What the errors of the system and of SQLite mean. */

/** The system's code of an error (ENOSPC, SQLITE_FULL), also when a library wrapped it. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return systemCode(error.cause);
}

/** Whether something failed for want of disk space: no fault of the file or the request (fault F7). */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'SQLITE_FULL'].includes(systemCode(error) ?? '');
}

/** What the system and SQLite say of a folder or file that may not be written, or whose disk was made read-only. */
const READ_ONLY = /^(?:EROFS|EACCES|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_IOERR_WRITE)/;

/** Whether something failed since the data folder can't be written, for whatever reason but want of space. */
export function isReadOnly(error: unknown): boolean {
  return READ_ONLY.test(systemCode(error) ?? '');
}

/** Whether nothing can be written now: no fault of the file or the request either way. */
export function isUnwritable(error: unknown): boolean {
  return isDiskFull(error) || isReadOnly(error);
}

/** Whether SQLite met with pages that can't be right: only a backup helps (fault F8). */
export function isDatabaseDamaged(error: unknown): boolean {
  const code = systemCode(error) ?? '';
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
}

/** For `catch`: answers `instead` when there is no such file. */
export function ifMissing<T>(instead: T | (() => never)): (error: unknown) => T {
  return (error) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    return instead instanceof Function ? instead() : instead;
  };
}
