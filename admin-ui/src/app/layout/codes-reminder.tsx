import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { sessionQuery } from '#lib/queries.ts';

/** For who left before the new backup codes were kept: they can't be shown again, but made again. */
export function CodesReminder() {
  const { t } = useTranslation();
  const unsaved = useQuery(sessionQuery).data?.backupCodesUnsaved === true;
  const { pathname } = useLocation();
  // There the card says it.
  if (!unsaved || pathname === '/settings') return null;
  return (
    <p className="mb-6 rounded-md bg-danger-wash px-3 py-2.5 text-danger">
      {t('codesUnsaved')}{' '}
      <Link to="/settings" className="font-medium underline underline-offset-4">
        {t('codesUnsavedLink')}
      </Link>
    </p>
  );
}
