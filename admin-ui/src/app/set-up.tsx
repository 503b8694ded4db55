/** Set-up of a required second factor: before the panel opens, or over the page the user is on. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LanguageSelect } from '#components/language-select.tsx';
import { ThemeToggle } from '#components/theme-toggle.tsx';
import { AlertCard } from '#components/ui/dialog.tsx';
import { TwoFactorCard } from '#features/account/two-factor-card.tsx';
import { IdentityQuestion } from '#features/auth/identity-question.tsx';
import { answerQuestion, useQuestions } from '#lib/access-questions.ts';
import { useDocumentTitle } from '#lib/document-title.ts';
import { notify } from '#lib/notify.ts';
import { refetchUser, sessionQuery } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';
import iconUrl from '../assets/icon.svg';
import { UserMenu } from './layout/user-menu.tsx';

/** `onDone` is called after the user has confirmed that the backup codes are saved. */
function RequiredSetUp({ onDone }: { onDone?: () => unknown }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const leave = useChange({
    call: () => refetchUser(client),
    onDone: () => onDone?.(),
    onRefused: () => notify.error(t('error'), t('enabledNotRefreshed')),
  });
  return <TwoFactorCard leaving={leave.isPending} onContinue={() => leave.mutate()} />;
}

/** Two-factor became required during the session: set it up over the page, which keeps its state. */
function SetUpQuestion({ isSetUp }: { isSetUp: boolean }) {
  const { t } = useTranslation();
  useEffect(() => {
    // Set up here, or in the meantime on another device.
    if (isSetUp) answerQuestion('set-up', true);
  }, [isSetUp]);
  return (
    <AlertCard
      title={t('twoFactorRequired')}
      text={t('twoFactorRequiredText')}
      className="max-w-2xl"
    >
      <RequiredSetUp />
      <div className="flex justify-end">
        <UserMenu />
      </div>
    </AlertCard>
  );
}

/** Shows the questions that refused calls wait for (lib/access-questions). */
export function AccessQuestions() {
  const questions = useQuestions();
  const me = useQuery(sessionQuery).data;
  useEffect(() => {
    // After logging out nobody can answer.
    if (me === null) for (const { question } of questions) answerQuestion(question, false);
  }, [me, questions]);
  if (!me) return null;
  return questions.map(({ question }) =>
    question === 'set-up' ? (
      <SetUpQuestion key={question} isSetUp={me.user.twoFactorEnabled} />
    ) : (
      <IdentityQuestion key={question} question={question} user={me.user} />
    ),
  );
}

/** The whole panel of a set-up session: no menu and no calls other than those of the set-up. */
export function SetUpFrame() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useDocumentTitle(`${t('settings')} · ${t('appName')}`);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-30 flex h-14 shrink-0 items-center gap-1 border-b border-hairline bg-ground px-2 md:gap-2 md:px-4">
        <img src={iconUrl} alt="" width={24} height={24} className="mx-2 shrink-0" />
        <h1 className="min-w-0 flex-1 truncate text-base font-semibold">{t('settings')}</h1>
        <LanguageSelect className="max-sm:hidden" />
        <ThemeToggle />
        <UserMenu />
      </header>
      <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-6 px-4 py-8 md:py-12">
        <div>
          <p className="text-lg font-semibold tracking-tight">{t('twoFactorRequired')}</p>
          <p className="mt-1 text-muted">{t('twoFactorRequiredText')}</p>
        </div>
        <RequiredSetUp onDone={() => navigate('/', { replace: true })} />
      </main>
      <AccessQuestions />
    </div>
  );
}
