/** Limits concurrency and sheds load (threats T1, T2, T8, L4). */
import pLimit from 'p-limit';
import { AppError } from '#http/app-error.ts';

/** Seconds. */
const RETRY_AFTER = 2;

/** Runs `running` tasks at once and queues `waiting` more; beyond that it throws `too_many_requests` at once. */
export function createQueue({ running, waiting }: { running: number; waiting: number }) {
  const limit = pLimit(running);
  let length = 0;
  return {
    add: async <T>(task: () => Promise<T>): Promise<T> => {
      if (length >= running + waiting)
        throw new AppError('too_many_requests', undefined, { retryAfter: RETRY_AFTER });
      length += 1;
      try {
        return await limit(task);
      } finally {
        length -= 1;
      }
    },
    isEmpty: () => length === 0,
  };
}

export type Queue = ReturnType<typeof createQueue>;

/**
 * Runs tasks of the same key one after the other, so that a wait that one starts holds for those queued behind it.
 * Beyond `waiting` callers it throws `too_many_requests`.
 */
export function createTurns(waiting: number) {
  const queues = new Map<string, Queue>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? createQueue({ running: 1, waiting });
    queues.set(key, queue);
    try {
      return await queue.add(task);
    } finally {
      if (queue.isEmpty()) queues.delete(key);
    }
  };
}

export type Turns = ReturnType<typeof createTurns>;
