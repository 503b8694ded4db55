import { AppError } from '#http/app-error.ts';

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 2;

/**
 * Lets tasks of one key run one after the other, so that a wait that the first one starts holds for
 * those that came in with it (threats T1, T8). Beyond `waiting` callers: `too_many_requests`.
 */
export function createTurns(waiting: number) {
  const queues = new Map<string, { length: number; last: Promise<unknown> }>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { length: 0, last: Promise.resolve() };
    if (queue.length > waiting)
      throw new AppError('too_many_requests', undefined, { retryAfter: RETRY_AFTER });
    queues.set(key, queue);
    queue.length += 1;
    const run = queue.last.then(task);
    queue.last = run.catch(() => undefined);
    try {
      return await run;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) queues.delete(key);
    }
  };
}

export type Turns = ReturnType<typeof createTurns>;
