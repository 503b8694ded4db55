import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BuilderFold } from '#components/ui/builder-fold.tsx';
import { linkClass } from '#components/ui/link.tsx';

/** What to do without a password, a phone or a code; the terminal only for whoever built the site. */
export function LoginHelp() {
  const { t } = useTranslation();
  return (
    <div className="mt-6 flex flex-col items-start gap-3 border-t border-hairline pt-5">
      <Link to="/forgot" className={linkClass}>
        {t('forgotPassword')}
      </Link>
      <details className="w-full text-muted">
        <summary className="cursor-pointer">{t('signInHelp')}</summary>
        <ul className="mt-2 flex list-disc flex-col gap-2 pl-5">
          <li>{t('helpPassword')}</li>
          <li>{t('helpPhone')}</li>
          <li>{t('helpAdmin')}</li>
        </ul>
        <BuilderFold className="mt-3">
          <p className="mt-2 wrap-anywhere">{t('helpBuilder')}</p>
        </BuilderFold>
      </details>
    </div>
  );
}
