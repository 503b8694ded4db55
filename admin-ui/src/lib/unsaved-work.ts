import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { sessionQuery } from './session.ts';

/** Each answers whether it would lose anything with the page. */
const holders = new Set<() => boolean>();

/** Something is unsaved from now on, while `isUnsaved` says so. Answers how to say that it no longer is. */
export function holdUnsavedWork(isUnsaved = () => true): () => void {
  const holder = () => isUnsaved();
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** Leaves the panel for a page of it that is loaded anew; the person was asked about what is unsaved. */
export function leaveUnsaved(address: string): void {
  holders.clear();
  location.assign(address);
}

/** Whether anything on the page would be lost: asked before a chosen logout too. */
export function hasUnsavedWork(): boolean {
  return [...holders].some((isUnsaved) => isUnsaved());
}

/** From now on the browser asks before a page with unsaved work is closed or loaded again. */
export function guardPage(): void {
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsavedWork()) event.preventDefault();
  });
}

/**
 * Stops a way off the page while there is something unsaved: within the panel by the returned
 * blocker, and by the browser's own question when the tab is closed or loaded again. Nobody is kept
 * from the sign-in page once the session is over; a logout asks first by `hasUnsavedWork`.
 */
export function useLeaveGuard(unsaved: boolean): Blocker {
  const client = useQueryClient();
  useEffect(() => {
    if (unsaved) return holdUnsavedWork();
  }, [unsaved]);
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved &&
      nextLocation.pathname !== currentLocation.pathname &&
      !(nextLocation.pathname === '/login' && !client.getQueryData(sessionQuery.queryKey)),
  );
}
