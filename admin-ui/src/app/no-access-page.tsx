import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/page-state.tsx';
import { sessionQuery } from '#lib/queries.ts';

const asRole = { admin: 'asAdmin', editor: 'asEditor', viewer: 'asViewer' } as const;

/** Stands in the frame at an address that the role may not see (product decisions §1). */
export function NoAccessPage() {
  const { t } = useTranslation();
  const user = useQuery(sessionQuery).data?.user;
  if (!user) return null;
  return (
    <div className="mx-auto max-w-2xl pt-8">
      <EmptyState
        icon={<Lock aria-hidden="true" className="size-7" />}
        title={t('noAccessTitle')}
        text={t('noAccessText', { role: t(asRole[user.role]) })}
        action={
          <Link to="/" className={buttonClass()}>
            {t('backToDashboard')}
          </Link>
        }
      />
    </div>
  );
}
