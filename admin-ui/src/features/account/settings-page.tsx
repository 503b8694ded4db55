import { useQuery } from '@tanstack/react-query';
import type { AdminUser } from '@veldlicht/contract/user';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { mayEnter } from '#lib/permissions.ts';
import { sessionQuery } from '#lib/queries.ts';
import { AccountCard } from './account-card.tsx';
import { PasswordForm } from './password-form.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

interface SectionProps {
  title: string;
  text: ReactNode;
  children: ReactNode;
}

/** Words on the left of their card, above it on narrow screens. */
function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-t border-hairline py-8 first:border-t-0 first:pt-2 lg:grid-cols-[17rem_1fr] lg:gap-10"
    >
      <div>
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        <p className="mt-1 max-w-prose text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}

/** Who can change what the card says; for those who can, the way there. */
function AccountText({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  if (!mayEnter(user, 'users')) return t('yourAccountText');
  return (
    <Link
      to="/users"
      className="font-medium text-moss underline underline-offset-4 hover:text-moss-hover"
    >
      {t('yourAccountTextAdmin')}
    </Link>
  );
}

/** One's own account: facts, password, two-factor (spec §2 User settings page). */
export function SettingsPage() {
  const { t } = useTranslation();
  const user = useQuery(sessionQuery).data?.user;
  if (!user) return null;
  return (
    <div className="mx-auto max-w-5xl">
      <Section title={t('yourAccount')} text={<AccountText user={user} />}>
        <AccountCard user={user} />
      </Section>
      <Section title={t('twoFactor')} text={t('twoFactorText')}>
        <TwoFactorCard />
      </Section>
      <Section title={t('changePassword')} text={t('changePasswordText')}>
        <PasswordForm username={user.username} />
      </Section>
    </div>
  );
}
