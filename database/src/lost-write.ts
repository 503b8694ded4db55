/**
 * A disk that takes what is written and then can't keep it (fault F12). The system may have forgotten the
 * data by then, and asking it once more would say that all is well: whoever goes on builds on sand. So a
 * program ends, writes nothing more, and finds out at its next start what is really there.
 */
import { systemCode } from './system-errors.ts';

const FILE_SYNCS = ['fsync', 'fdatasync', 'syncfs'];
const DATABASE_SYNCS = ['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_DIR_FSYNC'];

/** Its code, also where errors are passed on as text. */
export const LOST_WRITE = 'LOST_WRITE';

/** A loss that another program met with. */
export class LostWriteError extends Error {
  override name = 'LostWriteError';
  readonly code = LOST_WRITE;
}

/** Whether something could not be made durable, also when a library wrapped the error. */
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
 * Ends this program at once when the error is such a loss; whoever runs it starts it again. Call it first
 * where errors end up. Killed rather than ended: SQLite would still write when it is closed.
 */
export function leaveOnLostWrite(error: unknown, log: Log): void {
  if (!isLostWrite(error)) return;
  const message = 'the disk could not keep what was written: this program ends and starts again';
  log.error({ code: systemCode(error) }, message);
  process.kill(process.pid, 'SIGKILL');
}
