/** Turns anything thrown into the JSON error body, without internals (threat T24). */
import type { ErrorBody } from '@veldlicht/contract/error';
import { sentenceOf } from '@veldlicht/contract/reason';
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import { StorageError } from '@veldlicht/database/storage/storage-error';
import {
  isDatabaseDamaged,
  isDiskFull,
  isReadOnly,
  systemCode,
} from '@veldlicht/database/system-errors';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import { AppError } from './app-error.ts';

/** Retry-After when the storage fails. */
export const STORAGE_RETRY_SECONDS = 5;

/** Log message. The next start finds the damage too, and names the newest backup (fault F8). */
const DAMAGED =
  'the database is damaged: pages stay up; start anew to be told the newest backup, then `npm run restore`';

/** Maps anything thrown to an `AppError`; logs the unexpected. */
export function toAppError(error: unknown, log: Logger): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException && error.status < 500) return new AppError('invalid_input');
  if (error instanceof StorageError) {
    log.error({ err: error }, 'the storage failed');
    return new AppError('storage_failed', undefined, { retryAfter: STORAGE_RETRY_SECONDS });
  }
  // The client left mid-body: nobody reads the response, and the log needs no line.
  if (systemCode(error) === 'ECONNRESET') return new AppError('timeout');
  if (isDiskFull(error)) {
    log.error({ code: systemCode(error) }, 'the disk is full');
    return new AppError('disk_full');
  }
  if (isReadOnly(error)) {
    log.error({ code: systemCode(error) }, 'the data folder can’t be written');
    return new AppError('data_read_only');
  }
  if (isDatabaseDamaged(error)) {
    log.error({ code: systemCode(error) }, DAMAGED);
    return new AppError('database_damaged');
  }
  leaveOnLostWrite(error, log);
  log.error(describe(error), 'unexpected error');
  return new AppError('internal');
}

/** Drops the tail of Drizzle's "Failed query" messages: bound parameters may be secrets. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const fromStore = error.message.startsWith('Failed query');
  return {
    name: error.name,
    code: systemCode(error),
    message: fromStore ? error.message.split('\n')[0] : error.message,
    stack: error.stack?.split('\n').filter((line) => /^\s+at /.test(line)),
  };
}

/** Builds the JSON error body. */
export function errorBodyOf(error: AppError): ErrorBody {
  const { message, code, reason, fields = {}, changed } = error;
  const named = Object.entries(fields);
  const sentences = named.map(([name, why]) => [name, sentenceOf(why)] as const);
  const isReasoned = sentences.some(([name, sentence]) => sentence !== fields[name]);
  return {
    error: message,
    code,
    // Omitted where it only repeats the code or the sentence.
    ...(reason !== code && reason !== message && { reason }),
    ...(named.length > 0 && { fields: Object.fromEntries(sentences) }),
    ...(isReasoned && { fieldReasons: fields }),
    ...(changed && { changed }),
  };
}

export function createErrorHandler(log: Logger) {
  return (error: unknown, c: Context): Response => {
    const known = toAppError(error, log);
    if (known.retryAfter !== undefined) c.header('Retry-After', String(known.retryAfter));
    return c.json(errorBodyOf(known), known.status);
  };
}
