import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { LanguageSelect } from '#components/language-select.tsx';
import { ThemeToggle } from '#components/theme-toggle.tsx';
import { PageSpinner } from '#components/ui/spinner.tsx';
import { useDocumentTitle } from '#lib/document-title.ts';
import { sessionQuery } from '#lib/queries.ts';
import iconUrl from '../../assets/icon.svg';
import { CredentialsForm } from './credentials-form.tsx';
import { useLogin } from './use-login.ts';

/** Sign-in (spec §2 Admin login). A second step takes the place of the credentials form. */
export function LoginPage() {
  const { t } = useTranslation();
  const session = useQuery(sessionQuery);
  const login = useLogin();
  useDocumentTitle(`${t('signIn')} · ${t('appName')}`);

  if (session.isPending) return <PageSpinner label={t('loading')} />;
  // Also the way on after a sign-in that has just succeeded.
  if (session.data) return <Navigate to="/" replace />;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-end gap-1 p-3">
        <LanguageSelect />
        <ThemeToggle />
      </header>
      <main className="grid flex-1 place-items-center px-4 pb-24">
        <div className="w-full max-w-sm">
          <img src={iconUrl} alt="" width={40} height={40} />
          <h1 className="mt-6 text-2xl font-semibold tracking-tight">{t('appName')}</h1>
          <p className="mt-1 text-muted">{t('signInText')}</p>
          <CredentialsForm
            pending={login.isPending}
            onSubmit={(credentials) => login.mutate(credentials)}
          />
        </div>
      </main>
    </div>
  );
}
