import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import type { PlainTextKey } from '#i18n/en.ts';
import type { Area } from '#lib/permissions.ts';

/** What a route says about itself. */
export interface RouteHandle {
  title: PlainTextKey;
  /** The part of the panel it belongs to; without it everyone may see it. */
  area?: Area;
}

/** The handle of the innermost route that has one. */
export function useRouteHandle(): RouteHandle | undefined {
  // Cast: `handle` is whatever router.tsx put there, which is RouteHandle.
  const handles = useMatches().map((match) => match.handle as RouteHandle | undefined);
  return handles.findLast((handle) => handle);
}

/** The title of the innermost route that has one, in the current language. */
export function useRouteTitle(): string {
  const { t } = useTranslation();
  return t(useRouteHandle()?.title ?? 'appName');
}
