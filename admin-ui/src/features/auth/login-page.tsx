import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { LanguageSelect } from '#components/language-select.tsx';
import { ThemeToggle } from '#components/theme-toggle.tsx';
import { PageSpinner } from '#components/ui/spinner.tsx';
import { useDocumentTitle } from '#lib/document-title.ts';
import { sessionQuery } from '#lib/queries.ts';
import iconUrl from '../../assets/icon.svg';
import { CodeForm } from './code-form.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { SetupAlert } from './setup-alert.tsx';
import { useLogin } from './use-login.ts';

/** Sign-in in two steps (spec §2 Admin login); who is signed in goes on to the dashboard. */
export function LoginPage() {
  const { t } = useTranslation();
  const session = useQuery(sessionQuery);
  const navigate = useNavigate();
  const { state, dispatch, pending, sendCredentials, sendCode } = useLogin();
  useDocumentTitle(`${t('signIn')} · ${t('appName')}`);

  if (session.isPending) return <PageSpinner label={t('loading')} />;
  const setUpNow = state.step === 'setup';
  // Also the way on after a sign-in that has just succeeded.
  if (session.data && !setUpNow) return <Navigate to="/" replace />;
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
          {state.step === 'code' ? (
            <>
              <p className="mt-1 truncate text-muted">
                {t('signingInAs', { name: state.credentials.username })}
              </p>
              <CodeForm state={state} pending={pending} dispatch={dispatch} onSubmit={sendCode} />
            </>
          ) : (
            <>
              <p className="mt-1 text-muted">{t('signInText')}</p>
              <CredentialsForm
                initial={state.credentials}
                round={state.round}
                pending={pending}
                wait={state.wait}
                onWaitOver={() => dispatch({ type: 'wait-over' })}
                onSubmit={sendCredentials}
              />
            </>
          )}
        </div>
      </main>
      <SetupAlert
        open={setUpNow}
        onSetUp={() => navigate('/settings', { replace: true })}
        onLeave={() => dispatch({ type: 'went-back' })}
      />
    </div>
  );
}
