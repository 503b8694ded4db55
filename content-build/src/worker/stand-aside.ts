/** Background work waits while a publish is awaited. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Database } from '@veldlicht/database/open';
import { readState } from '../publish/publish-state.ts';
import { isAwaited } from '../publish/publish-timing.ts';

const ASK_MS = 50;

/** Returns a function to await before each step. It throws when the worker ends. */
export function standAside(db: Database, now: () => number, ending: AbortSignal) {
  return async (): Promise<void> => {
    await setImmediate();
    while (!ending.aborted && isAwaited(readState(db), now())) await setTimeout(ASK_MS);
    ending.throwIfAborted();
  };
}
