import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { PageSpinner } from '#components/ui/spinner.tsx';
import { sessionQuery } from '#lib/queries.ts';

const SetUpFrame = lazy(async () => ({
  default: (await import('./set-up-frame.tsx')).SetUpFrame,
}));

/**
 * Lets signed-in people through; others go to the sign-in page (spec §2 Admin
 * layout). A set-up session sees the two-factor card at /admin/settings and nothing else
 * (product decisions §3).
 */
export function RequireSession() {
  const { t } = useTranslation();
  const session = useQuery(sessionQuery);
  const { pathname } = useLocation();
  if (session.isPending) return <PageSpinner label={t('loading')} />;
  if (!session.data) return <Navigate to="/login" replace />;
  if (!session.data.requires2FASetup) return <Outlet />;
  if (pathname !== '/settings') return <Navigate to="/settings" replace />;
  return (
    <Suspense fallback={<PageSpinner label={t('loading')} />}>
      <SetUpFrame />
    </Suspense>
  );
}
