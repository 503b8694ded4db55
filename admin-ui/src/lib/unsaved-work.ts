import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { sessionQuery } from './queries.ts';

/** Whether anything on the page would be lost: asked before a chosen logout. */
const holders = new Set<symbol>();

/** Something is unsaved from now on. Answers how to say that it no longer is. */
export function holdUnsavedWork(): () => void {
  const holder = Symbol();
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** Leaves the panel for a page of it that is loaded anew; the person was asked about what is unsaved. */
export function leaveUnsaved(address: string): void {
  holders.clear();
  location.assign(address);
}

export function hasUnsavedWork(): boolean {
  return holders.size > 0;
}

/**
 * Stops a way off the page while there is something unsaved: within the panel by the returned
 * blocker, and by the browser's own question when the tab is closed or loaded again. Nobody is kept
 * from the sign-in page once the session is over; a logout asks first by `hasUnsavedWork`.
 */
export function useLeaveGuard(unsaved: boolean): Blocker {
  const client = useQueryClient();
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsavedWork()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    const release = holdUnsavedWork();
    return () => {
      window.removeEventListener('beforeunload', ask);
      release();
    };
  }, [unsaved]);
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved &&
      nextLocation.pathname !== currentLocation.pathname &&
      !(nextLocation.pathname === '/login' && !client.getQueryData(sessionQuery.queryKey)),
  );
}
