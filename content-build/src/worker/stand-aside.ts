/** What nobody waits for stands aside while somebody waits for a publish. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Database } from '@veldlicht/database/open';
import { readState } from '../publish/publish-state.ts';
import { isAwaited } from '../publish/publish-timing.ts';

/** How often it is asked whether the work may go on. */
const ASK_MS = 50;

/** What such work awaits before each step. Throws when the worker ends. */
export function standAside(db: Database, now: () => number, ending: AbortSignal) {
  return async (): Promise<void> => {
    await setImmediate();
    while (!ending.aborted && isAwaited(readState(db), now())) await setTimeout(ASK_MS);
    ending.throwIfAborted();
  };
}
