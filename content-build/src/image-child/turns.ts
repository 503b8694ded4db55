/** Taking turns: work that fits together runs together, in order; nothing overtakes. */

/** Waits until work of this weight fits, then runs it. */
export type Limit = <T>(weight: number, work: () => Promise<T>) => Promise<T>;

/** Lets work in as long as its weights together stay within a limit; what is heavier runs alone. */
export function limitWeight(limit: number): Limit {
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

/** Above this many pixels a picture runs alone. */
export const LARGE_PICTURE = 50_000_000;
const PLACES = 2;

/** Waits for a turn for a picture of so many pixels, then runs the work. */
export type Turn = <T>(pixels: number, work: (isAlone: () => boolean) => Promise<T>) => Promise<T>;

/** Up to two pictures at a time. `onChange` hears how many pieces of work run. */
export function pictureTurns(onChange: (running: number) => void): Turn {
  const enter = limitWeight(PLACES);
  let running = 0;
  return (pixels, work) =>
    enter(pixels > LARGE_PICTURE ? PLACES : 1, async () => {
      onChange(++running);
      try {
        return await work(() => running === 1);
      } finally {
        onChange(--running);
      }
    });
}
