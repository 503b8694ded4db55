/** Retries calls over an unreliable network (decision 024). */
import { ApiError } from '#lib/api.ts';

/** Waits before each retry of a storage PUT, in milliseconds (spec §9). */
export const UPLOAD_RETRY_DELAYS_MS = [0, 1000, 3000, 5000] as const;

/** Waiting. Both promises reject with the signal's reason. */
export interface Network {
  isOnline: () => boolean;
  /** Resolves when the network may be back. */
  online: (signal: AbortSignal) => Promise<void>;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

function until(signal: AbortSignal, start: (done: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    start(resolve);
  });
}

/** Browsers may miss the return of a network, and don't know of a local server. */
const OFFLINE_TRY_MS = 15_000;

export const browserNetwork: Network = {
  isOnline: () => navigator.onLine !== false,
  online: (signal) =>
    until(signal, (done) => {
      window.addEventListener('online', done, { once: true, signal });
      setTimeout(done, OFFLINE_TRY_MS);
    }),
  wait: (ms, signal) => until(signal, (done) => setTimeout(done, ms)),
};

/** The server answers within a minute, even while it still reads a file. */
const NO_ANSWER_MS = 90_000;

/**
 * Makes a call that fails with TypeError when the network drops, which a request under way may not notice, or when
 * `patience` milliseconds pass without an answer or a call of `onAlive`.
 */
export async function failWhenOffline<T>(
  signal: AbortSignal,
  call: (signal: AbortSignal, onAlive: () => void) => Promise<T>,
  patience = NO_ANSWER_MS,
): Promise<T> {
  const network = new AbortController();
  const drop = () => network.abort(new TypeError('The network is down'));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onAlive = () => {
    clearTimeout(timer);
    timer = setTimeout(drop, patience);
  };
  window.addEventListener('offline', drop);
  onAlive();
  try {
    return await call(AbortSignal.any([signal, network.signal]), onAlive);
  } finally {
    clearTimeout(timer);
    window.removeEventListener('offline', drop);
  }
}

/** Upper bound of `Retry-After`. */
const LONGEST_PAUSE_MS = 60_000;

/** Whether a retry may succeed: after no answer, 408, 429 or 5xx. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { status } = error;
  return status < 400 || status >= 500 || status === 408 || status === 429;
}

interface RetryOptions {
  signal: AbortSignal;
  network: Network;
  /** Milliseconds before each retry; the array is emptied from the front. */
  delays?: number[];
  mayRetry?: (error: unknown) => boolean;
  onOffline?: () => void;
  onRetry?: () => void;
}

/**
 * Makes a call, which must be safe to repeat, and retries it after 0, 1, 3 and 5 seconds, or as late as the server
 * asks. Offline it waits for the network, which uses up no retry. Throws the last error, or the signal's reason.
 */
export async function untilAnswered<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, network, mayRetry = mayPass, onOffline, onRetry } = options;
  const delays = options.delays ?? [...UPLOAD_RETRY_DELAYS_MS];
  for (;;) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (!mayRetry(error)) throw error;
      const refusal = error instanceof ApiError ? error : null;
      if (!refusal && !network.isOnline()) {
        onOffline?.();
        await network.online(signal);
        continue;
      }
      const delay = delays.shift();
      if (delay === undefined) throw error;
      onRetry?.();
      const asked = Math.min((refusal?.retryAfter ?? 0) * 1000, LONGEST_PAUSE_MS);
      await network.wait(Math.max(delay, asked), signal);
    }
  }
}
