/** Classifies errors of the system and of SQLite. */

/** Code of an error or of its cause: ENOSPC, SQLITE_FULL. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return systemCode(error.cause);
}

/** Whether the disk is full (fault F7). */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'SQLITE_FULL'].includes(systemCode(error) ?? '');
}

/** Codes for missing permissions and read-only disks. */
const READ_ONLY = /^(?:EROFS|EACCES|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_IOERR_WRITE)/;

/** Whether the data folder is not writable. */
export function isReadOnly(error: unknown): boolean {
  return READ_ONLY.test(systemCode(error) ?? '');
}

/** Whether nothing can be written: not an error of the file or the request. */
export function isUnwritable(error: unknown): boolean {
  return isDiskFull(error) || isReadOnly(error);
}

/** Whether SQLite found a damaged database (fault F8). */
export function isDatabaseDamaged(error: unknown): boolean {
  const code = systemCode(error) ?? '';
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
}

/** For `catch`: returns `instead` for ENOENT, and rethrows other errors. */
export function ifMissing<T>(instead: T | (() => never)): (error: unknown) => T {
  return (error) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    return instead instanceof Function ? instead() : instead;
  };
}
