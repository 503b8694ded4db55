import type { AdminUser } from '@veldlicht/contract/user';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { languageChoice } from '#i18n/i18n.ts';
import { roleWords, statusWords } from '#lib/role-words.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { longMomentText } from '#lib/time-text.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 border-t border-hairline py-3 first:border-t-0 first:pt-0 sm:grid-cols-[9rem_1fr] sm:items-center sm:gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** One's own facts, and what to do about a lost password (spec §2). */
export function AccountCard({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  const language = useStoredChoice(languageChoice);
  return (
    <div className="rounded-lg border border-hairline bg-surface p-4 md:p-6">
      <dl>
        <Fact label={t('username')}>{user.username}</Fact>
        <Fact label={t('emailAddress')}>{user.email}</Fact>
        <Fact label={t('role')}>
          <Badge look={user.role === 'admin' ? 'default' : 'secondary'}>
            {t(roleWords[user.role])}
          </Badge>
        </Fact>
        <Fact label={t('status')}>
          <Badge look={user.status === 'active' ? 'default' : 'secondary'}>
            {t(statusWords[user.status])}
          </Badge>
        </Fact>
        <Fact label={t('lastLogin')}>
          {user.lastLogin ? longMomentText(user.lastLogin, language) : t('never')}
        </Fact>
      </dl>
      <p className="mt-1 flex items-start gap-2.5 rounded-md bg-moss-wash/60 px-3 py-2.5">
        <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-moss" />
        {t('lostPasswordNote')}
      </p>
    </div>
  );
}
