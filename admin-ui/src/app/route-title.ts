import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import type { PlainTextKey } from '#i18n/en.ts';

/** What a route says about itself. */
export interface RouteHandle {
  title: PlainTextKey;
}

/** The title of the innermost route that has one, in the current language. */
export function useRouteTitle(): string {
  const { t } = useTranslation();
  // Cast: `handle` is whatever router.tsx put there, which is RouteHandle.
  const handles = useMatches().map((match) => match.handle as RouteHandle | undefined);
  const key = handles.findLast((handle) => handle)?.title;
  return t(key ?? 'appName');
}
