/** Runs what is added in the order it came, never more than so many at once. */
export interface TaskQueue {
  /** Resolves or rejects with the task. */
  add: <T>(task: () => Promise<T>) => Promise<T>;
}

/** A queue of its own; `limit` is how many tasks may run at once. */
export function createTaskQueue(limit: number): TaskQueue {
  const waiting: Array<() => void> = [];
  let running = 0;
  const turn = (): Promise<void> | undefined => {
    if (running < limit) {
      running += 1;
      return undefined;
    }
    return new Promise((go) => waiting.push(go));
  };
  const leave = () => {
    const next = waiting.shift();
    // The place goes to the next one as it is.
    if (next) next();
    else running -= 1;
  };
  return {
    add: async (task) => {
      await turn();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
