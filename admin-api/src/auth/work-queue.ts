import { AppError } from '#http/app-error.ts';

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 2;

/**
 * Runs at most `running` tasks at once and lets `waiting` more queue; beyond that the caller gets
 * `too_many_requests` at once, so that a flood costs neither memory nor time.
 */
export function createWorkQueue(size: { running: number; waiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= size.running) {
      if (waiting.length >= size.waiting)
        throw new AppError('too_many_requests', undefined, { retryAfter: RETRY_AFTER });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      // A waiting task takes over this place, so the count stays.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
