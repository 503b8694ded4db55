/** Up to two pictures at a time; a very large one has the process to itself. */
import { createWeightGate } from './weight-gate.ts';

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
  const gate = createWeightGate(PLACES);
  let running = 0;
  const enter: Turn = (pixels, work) =>
    gate(pixels > LARGE_PICTURE ? PLACES : 1, async () => {
      onChange(++running);
      try {
        return await work(() => running === 1);
      } finally {
        onChange(--running);
      }
    });
  return { enter };
}
