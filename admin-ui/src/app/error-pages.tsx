import { Lock } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRouteError } from 'react-router';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/page-state.tsx';
import { useDocumentTitle } from '#lib/document-title.ts';
import { useUser } from '#lib/permissions.ts';

/** A page that failed to load or to render; the rest of the panel keeps working. */
export function CrashPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <main role="alert" className="grid min-h-[60dvh] place-items-center px-6">
      <div className="flex max-w-md flex-col items-start gap-2">
        <h1 className="text-lg font-semibold">{t('crashTitle')}</h1>
        <p className="text-muted">{t('crashText')}</p>
        <Button className="mt-4" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
      </div>
    </main>
  );
}

export function NotFoundPage() {
  const { t } = useTranslation();
  // The tab says it in the words of the specification, whatever the language.
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

/** Stands in the frame at an address that the role may not see (product decisions §1). */
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
