import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { sessionQuery } from './session.ts';
import { holdUnsavedWork } from './unsaved-work.ts';

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
