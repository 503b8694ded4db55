/** A bulk session as components follow it. */
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import type { BulkSession } from './bulk-session.ts';
import type { BulkState } from './draft.ts';

/** What goes on with all drafts; changes with no key press. */
export function useRun(session: BulkSession): BulkState['run'] {
  return useSyncExternalStore(session.subscribe, () => session.get().run);
}

/** The newest state; a letter is painted before what follows from it is rendered. */
export function useBulk(session: BulkSession): BulkState {
  const [state, setState] = useState(session.get);
  useEffect(() => {
    const follow = () => setState(session.get());
    follow(); // it may have changed before the subscription
    return session.subscribe((isLetter) => {
      if (!isLetter) return follow();
      requestAnimationFrame(() => setTimeout(() => startTransition(follow)));
    });
  }, [session]);
  return state;
}
