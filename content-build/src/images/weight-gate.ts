/** Lets work in as long as its weights together stay within a limit; in order, nothing overtakes. */
export type Enter = <T>(weight: number, work: () => Promise<T>) => Promise<T>;

/** Work heavier than the limit runs alone. */
export function createWeightGate(limit: number): Enter {
  let free = limit;
  const queue: { weight: number; start: () => void }[] = [];

  const startNext = () => {
    for (let next = queue[0]; next && next.weight <= free; next = queue[0]) {
      queue.shift();
      free -= next.weight;
      next.start();
    }
  };

  return async (asked, work) => {
    const weight = Math.min(asked, limit);
    await new Promise<void>((start) => {
      queue.push({ weight, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      free += weight;
      startNext();
    }
  };
}
