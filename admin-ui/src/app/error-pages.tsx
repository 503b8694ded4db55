import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useRouteError } from 'react-router';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/page-state.tsx';
import { useDocumentTitle } from '#lib/document-title.ts';
import { useUser } from '#lib/permissions.ts';
import { CrashNotice } from './crash.tsx';

/** Error boundary of one page; the frame around it keeps working. */
export function CrashPage() {
  return <CrashNotice error={useRouteError()} />;
}

export function NotFoundPage() {
  const { t } = useTranslation();
  // In English in both languages (spec §2).
  useDocumentTitle('404 Page Not Found');
  return (
    <main className="grid min-h-dvh place-items-center px-6">
      <div className="flex max-w-md flex-col items-start gap-2">
        <h1 className="text-2xl font-semibold">{t('notFoundTitle')}</h1>
        <p className="text-muted">{t('notFoundText')}</p>
        <Link to="/" className={`${buttonClass()} mt-4`}>
          {t('backToDashboard')}
        </Link>
      </div>
    </main>
  );
}

const asRole = { admin: 'asAdmin', editor: 'asEditor', viewer: 'asViewer' } as const;

/** Replaces a page that the user's role may not see. */
export function NoAccessPage() {
  const { t } = useTranslation();
  const user = useUser();
  if (!user) return null;
  return (
    <div className="mx-auto max-w-2xl pt-8">
      <EmptyState
        icon={<Lock className="size-7" />}
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
