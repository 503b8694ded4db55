/** What follows from the answer to an upload's PUT; no effects (spec §9, storage retries). */
import { UPLOAD_RETRY_DELAYS_MS } from '@veldlicht/contract/limits';

/** How one PUT ended. An abort by the person is not among these: it throws. */
export type PutOutcome =
  | {
      kind: 'answer';
      status: number;
      code: string | null;
      message: string | null;
      /** Seconds that the server asks to wait. */
      retryAfter?: number | null;
    }
  | { kind: 'network' }
  | { kind: 'timeout' }
  | { kind: 'offline' };

export interface Attempts {
  /** Delays used up so far. */
  retries: number;
  /** A new address has been asked for already. */
  renewed: boolean;
}

export type NextStep =
  | { do: 'finalise' }
  | { do: 'renew' }
  | { do: 'wait-online' }
  | { do: 'retry'; delayMs: number }
  | { do: 'fail'; reason: string | null };

/** The wait before the next retry, or null when all have been used. */
export function retryDelay(retries: number): number | null {
  return UPLOAD_RETRY_DELAYS_MS[retries] ?? null;
}

/** 408 is the server's own timeout, 409 a PUT that still runs, 429 too many at once. */
const RETRIED_REFUSALS = [408, 409, 429];

/** The longest that a server's wish for a pause is heard. */
const LONGEST_PAUSE_MS = 60_000;

/** The wait before the next retry: never shorter than the server asks for. */
export function pauseMs(retries: number, retryAfter: number | null = null): number | null {
  const delayMs = retryDelay(retries);
  if (delayMs === null) return null;
  return Math.max(delayMs, Math.min((retryAfter ?? 0) * 1000, LONGEST_PAUSE_MS));
}

function retryOrFail(
  attempts: Attempts,
  reason: string | null,
  retryAfter: number | null = null,
): NextStep {
  const delayMs = pauseMs(attempts.retries, retryAfter);
  return delayMs === null ? { do: 'fail', reason } : { do: 'retry', delayMs };
}

/**
 * - 2xx, or 409 `ticket_used`: the bytes are there.
 * - first 403: the address has expired; ask for a new one.
 * - offline: wait, without using up a delay.
 * - no network, timeout (408), 409, 429 and what is not 4xx: retry after 0, 1, 3 and 5 seconds, or
 *   as late as the server asks.
 * - 409 with every delay used up: the server still waits for the rest of a PUT that a dead line cut
 *   off; a new address is free at once.
 * - any other 4xx: fail with the server's reason.
 */
export function nextStep(outcome: PutOutcome, attempts: Attempts): NextStep {
  if (outcome.kind === 'offline') return { do: 'wait-online' };
  if (outcome.kind !== 'answer') return retryOrFail(attempts, null);
  const { status, code, message, retryAfter } = outcome;
  if (status >= 200 && status < 300) return { do: 'finalise' };
  if (status === 409 && code === 'ticket_used') return { do: 'finalise' };
  if (status === 403 && !attempts.renewed) return { do: 'renew' };
  const refused = status >= 400 && status < 500 && !RETRIED_REFUSALS.includes(status);
  if (refused) return { do: 'fail', reason: message };
  const step = retryOrFail(attempts, message, retryAfter);
  return step.do === 'fail' && status === 409 && !attempts.renewed ? { do: 'renew' } : step;
}

/** Whether a call that failed may be made again; null for no answer at all. */
export function mayAskAgain(status: number | null): boolean {
  return status === null || status === 408 || status === 429 || status >= 500;
}

/** Whether the server knows no upload of this address: cleaned up, or of another server. */
export function forgetsUpload(status: number): boolean {
  return status === 400 || status === 404;
}

/** Whether the server has refused the file itself: the same file again gets the same answer. */
export function refusesFile(status: number | null): boolean {
  return status === 413 || status === 415 || status === 422;
}
