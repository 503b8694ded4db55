/** Up to two pictures at a time; a very large one has the process to itself. */

/** Above this many pixels a picture runs alone. */
export const LARGE_PICTURE = 50_000_000;
const PLACES = 2;

/** Waits for a turn for a picture of so many pixels, then runs the work. */
export type Turn = <T>(pixels: number, work: (isAlone: () => boolean) => Promise<T>) => Promise<T>;

export interface JobGate {
  enter: Turn;
}

/** `onChange` hears how many pieces of work run. */
export function createJobGate(onChange: (running: number) => void): JobGate {
  let free = PLACES;
  let running = 0;
  const queue: { places: number; start: () => void }[] = [];

  const startNext = () => {
    for (let next = queue[0]; next && next.places <= free; next = queue[0]) {
      queue.shift();
      free -= next.places;
      next.start();
    }
  };

  const enter: Turn = async (pixels, work) => {
    const places = pixels > LARGE_PICTURE ? PLACES : 1;
    await new Promise<void>((start) => {
      queue.push({ places, start });
      startNext();
    });
    onChange(++running);
    try {
      return await work(() => running === 1);
    } finally {
      onChange(--running);
      free += places;
      startNext();
    }
  };
  return { enter };
}
