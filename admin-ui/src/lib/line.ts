/** Calls over a line that may drop. */
import { ApiError } from './api-error.ts';
import { mayAskAgain, pauseMs } from './upload-rules.ts';

/** What waiting for a better moment takes. */
export interface LinePorts {
  /** Rejects with the signal's reason. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  isOnline: () => boolean;
  /** Resolves when there is a line again. */
  online: (signal: AbortSignal) => Promise<void>;
}

/** Resolves when `start`'s callback is called, rejects on abort; `start` answers how to stop. */
function abortable(signal: AbortSignal, start: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      stop();
      reject(signal.reason);
    };
    const stop = start(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

export const browserLine: LinePorts = {
  wait: (ms, signal) =>
    abortable(signal, (done) => {
      const timer = setTimeout(done, ms);
      return () => clearTimeout(timer);
    }),
  isOnline: () => navigator.onLine !== false,
  online: (signal) =>
    abortable(signal, (done) => {
      window.addEventListener('online', done, { once: true });
      return () => window.removeEventListener('online', done);
    }),
};

/** The server answers within a minute, also while it still reads a file; after this it is gone. */
const NO_ANSWER_MS = 90_000;

/** Makes a call that ends with the line: a request that is out raises no error when it drops. */
export async function overLine<T>(
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const line = new AbortController();
  const drop = () => line.abort(new TypeError('The line is down'));
  const timer = setTimeout(drop, NO_ANSWER_MS);
  window.addEventListener('offline', drop);
  try {
    return await call(AbortSignal.any([signal, line.signal]));
  } finally {
    clearTimeout(timer);
    window.removeEventListener('offline', drop);
  }
}

interface LineOptions {
  signal: AbortSignal;
  ports: LinePorts;
  /** The line is down, and waited for. */
  onOffline?: () => void;
}

/** Resolves once there is a line; rejects with the signal's reason. */
export async function waitForLine({ signal, ports, onOffline }: LineOptions): Promise<void> {
  signal.throwIfAborted();
  if (ports.isOnline()) return;
  onOffline?.();
  await ports.online(signal);
}

/**
 * Makes a call, which must be safe to repeat, until it is answered (decision 036): pauses without a line, and
 * asks again when the server was busy or out of reach. Throws the last error, or the signal's reason.
 */
export async function persist<T>(call: () => Promise<T>, options: LineOptions): Promise<T> {
  const { signal, ports } = options;
  let retries = 0;
  for (;;) {
    await waitForLine(options);
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      const refusal = error instanceof ApiError ? error : null;
      // A line that went down uses up no delay.
      if (!refusal && !ports.isOnline()) continue;
      const delayMs = pauseMs(retries, refusal?.retryAfter);
      if (delayMs === null || !mayAskAgain(refusal?.status ?? null)) throw error;
      retries += 1;
      await ports.wait(delayMs, signal);
    }
  }
}
