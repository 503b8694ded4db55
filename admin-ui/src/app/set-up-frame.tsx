import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LanguageSelect } from '#components/language-select.tsx';
import { ThemeToggle } from '#components/theme-toggle.tsx';
import { TwoFactorCard } from '#features/account/two-factor-card.tsx';
import { useDocumentTitle } from '#lib/document-title.ts';
import { notify } from '#lib/notify.ts';
import { refetchUser } from '#lib/queries.ts';
import iconUrl from '../assets/icon.svg';
import { AccessQuestions } from './access-questions.tsx';
import { UserMenu } from './layout/user-menu.tsx';

/**
 * All there is before a required second factor is set up: no menu, no publish state, no call that
 * is not about the set-up. Goes on to the panel when the person has seen the backup codes.
 */
export function SetUpFrame() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  useDocumentTitle(`${t('settings')} · ${t('appName')}`);
  const leave = useMutation({
    mutationFn: () => refetchUser(client),
    onSuccess: () => navigate('/', { replace: true }),
    onError: () => notify.error(t('error'), t('enabledNotRefreshed')),
  });
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
        <TwoFactorCard leaving={leave.isPending} onContinue={() => leave.mutate()} />
      </main>
      <AccessQuestions />
    </div>
  );
}
