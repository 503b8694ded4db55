/** What follows from the answer to an upload's PUT; no effects (spec §9, storage retries). */
import { UPLOAD_RETRY_DELAYS_MS } from '@veldlicht/contract/limits';

/** How one PUT ended. An abort by the person is not among these: it throws. */
export type PutOutcome =
  | { kind: 'answer'; status: number; code: string | null; message: string | null }
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

function retryOrFail(attempts: Attempts, reason: string | null): NextStep {
  const delayMs = retryDelay(attempts.retries);
  return delayMs === null ? { do: 'fail', reason } : { do: 'retry', delayMs };
}

/**
 * - 2xx, or 409 `ticket_used`: the bytes are there.
 * - first 403: the address has expired; ask for a new one.
 * - offline: wait, without using up a delay.
 * - no network, timeout (408), 409, 429 and what is not 4xx: retry after 0, 1, 3 and 5 seconds.
 * - any other 4xx: fail with the server's reason.
 */
export function nextStep(outcome: PutOutcome, attempts: Attempts): NextStep {
  if (outcome.kind === 'offline') return { do: 'wait-online' };
  if (outcome.kind !== 'answer') return retryOrFail(attempts, null);
  const { status, code, message } = outcome;
  if (status >= 200 && status < 300) return { do: 'finalise' };
  if (status === 409 && code === 'ticket_used') return { do: 'finalise' };
  if (status === 403 && !attempts.renewed) return { do: 'renew' };
  const refused = status >= 400 && status < 500 && !RETRIED_REFUSALS.includes(status);
  return refused ? { do: 'fail', reason: message } : retryOrFail(attempts, message);
}

/** Whether asking again may help when the stored file could not be finalised. */
export function mayFinaliseAgain(status: number | null): boolean {
  return status === null || status === 408 || status === 429 || status >= 500;
}

/** Whether the server has refused the file itself: the same file again gets the same answer. */
export function refusesFile(status: number | null): boolean {
  return status === 413 || status === 415 || status === 422;
}
