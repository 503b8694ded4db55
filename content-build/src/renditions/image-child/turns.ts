import { Semaphore } from 'async-mutex';

/** A picture with more pixels runs alone. */
export const LARGE_PICTURE = 50_000_000;
const PLACES = 2;

/** Runs `work` when a picture of so many pixels has its turn. */
export type Turn = <T>(pixels: number, work: () => Promise<T>) => Promise<T>;

/** Runs up to two pictures at a time, in order. `onChange` gets the number of running ones. */
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
