import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { sessionQuery } from './session.ts';
import { holdUnsavedWork } from './unsaved-work.ts';

/**
 * Guards unsaved work: the returned blocker stops links within the panel, and the browser asks before closing or
 * reloading the tab. After the session has ended the sign-in page stays reachable; logging out asks by itself
 * (`hasUnsavedWork`).
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
