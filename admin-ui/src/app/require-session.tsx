import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet } from 'react-router';
import { PageSpinner } from '#components/ui/spinner.tsx';
import { sessionQuery } from '#lib/queries.ts';

/** Lets signed-in people through; others go to the sign-in page (spec §2 Admin layout). */
export function RequireSession() {
  const { t } = useTranslation();
  const session = useQuery(sessionQuery);
  if (session.isPending) return <PageSpinner label={t('loading')} />;
  if (!session.data) return <Navigate to="/login" replace />;
  return <Outlet />;
}
