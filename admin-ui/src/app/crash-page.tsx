import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { Button } from '#components/ui/button.tsx';

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
