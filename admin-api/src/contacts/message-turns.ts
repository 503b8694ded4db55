import { setImmediate as nextLoop } from 'node:timers/promises';

/**
 * Lets callers through one by one, and whoever else has come in between any two of them: storing a
 * message waits for the disk, and a flood of them must not keep the owner waiting (L1). Nobody is
 * turned away.
 */
export function createMessageTurns(): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    const own = last.then(() => nextLoop());
    last = own;
    await own;
  };
}
