import { Semaphore } from 'async-mutex';

/** Above this many pixels a picture runs alone. */
export const LARGE_PICTURE = 50_000_000;
const PLACES = 2;

/** Waits for a turn for a picture of so many pixels, then runs the work. */
export type Turn = <T>(pixels: number, work: () => Promise<T>) => Promise<T>;

/** Up to two pictures at a time, in order; nothing overtakes. `onChange` hears how many are at work. */
export function pictureTurns(onChange: (running: number) => void): Turn {
  const places = new Semaphore(PLACES);
  let running = 0;
  return (pixels, work) =>
    places.runExclusive(
      async () => {
        onChange(++running);
        try {
          return await work();
        } finally {
          onChange(--running);
        }
      },
      pixels > LARGE_PICTURE ? PLACES : 1,
    );
}
