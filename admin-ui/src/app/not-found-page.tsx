import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { buttonClass } from '#components/ui/button.tsx';
import { en } from '#i18n/en.ts';
import { useDocumentTitle } from '#lib/document-title.ts';

export function NotFoundPage() {
  const { t } = useTranslation();
  // The tab says it in the words of the specification, whatever the language.
  useDocumentTitle(en.notFoundTitle);
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
