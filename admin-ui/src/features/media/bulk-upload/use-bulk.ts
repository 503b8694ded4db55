/** Subscribes components to a bulk session. */
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import type { BulkSession } from './bulk-session.ts';
import type { BulkState } from './draft.ts';

/** Returns the phase of the run; typing does not render it. */
export function useRun(session: BulkSession): BulkState['run'] {
  return useSyncExternalStore(session.subscribe, () => session.get().run);
}

/** Returns the state; a letter is painted before this renders. */
export function useBulk(session: BulkSession): BulkState {
  const [state, setState] = useState(session.get);
  useEffect(() => {
    const follow = () => setState(session.get());
    // Changes before the subscription.
    follow();
    return session.subscribe((isLetter) => {
      if (!isLetter) return follow();
      requestAnimationFrame(() => setTimeout(() => startTransition(follow)));
    });
  }, [session]);
  return state;
}
