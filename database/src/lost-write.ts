/**
 * Failed fsync (fault F12): the system may have dropped the data, and a second fsync would succeed. So the program ends
 * without writing anything more, and checks the stored state at its next start.
 */
import { systemCode } from './system-errors.ts';

const FILE_SYNCS = ['fsync', 'fdatasync', 'syncfs'];
const DATABASE_SYNCS = ['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_DIR_FSYNC'];

/** Error code, which survives serialisation. */
export const LOST_WRITE = 'LOST_WRITE';

/** A failed sync in another program. */
export class LostWriteError extends Error {
  override name = 'LostWriteError';
  readonly code = LOST_WRITE;
}

/** Whether an error, or its cause, is a failed sync. */
export function isLostWrite(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (code === LOST_WRITE || DATABASE_SYNCS.includes(code)) return true;
  const isSync = 'syscall' in error && FILE_SYNCS.includes(String(error.syscall));
  return (code === 'EIO' && isSync) || isLostWrite(error.cause);
}

interface Log {
  error: (facts: object, message: string) => void;
}

/**
 * Kills this program when the error is a failed sync; its supervisor restarts it. Call it first in every last error
 * handler. SIGKILL, since closing SQLite would write.
 */
export function leaveOnLostWrite(error: unknown, log: Log): void {
  if (!isLostWrite(error)) return;
  const message = 'the disk could not keep what was written: this program ends and starts again';
  log.error({ code: systemCode(error) }, message);
  process.kill(process.pid, 'SIGKILL');
}
