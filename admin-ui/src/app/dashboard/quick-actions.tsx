import { useQuery } from '@tanstack/react-query';
import type { Settings } from '@veldlicht/contract/settings';
import type { AdminUser } from '@veldlicht/contract/user';
import { ChartNoAxesColumn, type LucideIcon, ShieldCheck, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Card } from '#components/ui/card.tsx';
import { CardRow } from '#components/ui/card-link.tsx';
import type { PlainTextKey } from '#i18n/en.ts';
import { mayEnter } from '#lib/permissions.ts';
import { settingsQuery } from '#lib/queries.ts';

type Person = Pick<AdminUser, 'role' | 'twoFactorEnabled'>;
/** Undefined while loading, or without permission to change them. */
type Known = Pick<Settings, 'googleAnalyticsId' | 'enforce2FA'> | undefined;

interface QuickAction {
  icon: LucideIcon;
  title: PlainTextKey;
  hint: PlainTextKey;
  to: string;
  fits: (user: Person, settings: Known) => boolean;
}

const actions: readonly QuickAction[] = [
  {
    icon: ChartNoAxesColumn,
    title: 'quickAnalytics',
    hint: 'quickAnalyticsHint',
    to: '/website-settings#analytics',
    fits: (_user, settings) => settings?.googleAnalyticsId === null,
  },
  {
    icon: ShieldCheck,
    title: 'quickSetUp2FA',
    hint: 'quickSetUp2FAHint',
    to: '/settings',
    fits: (user) => !user.twoFactorEnabled,
  },
  {
    icon: ShieldCheck,
    title: 'quickManage2FA',
    hint: 'quickManage2FAHint',
    to: '/settings',
    fits: (user) => user.twoFactorEnabled,
  },
  {
    icon: UsersRound,
    title: 'quickEnforce2FA',
    hint: 'quickEnforce2FAHint',
    to: '/website-settings#security',
    // Enforcing requires two-factor on the own account (spec §5 2FA enforcement).
    fits: (user, settings) => settings?.enforce2FA === false && user.twoFactorEnabled,
  },
];

/** Actions that apply to this user and these settings (spec §2 Quick actions). */
export function quickActions(user: Person, settings: Known): QuickAction[] {
  const known = mayEnter(user, 'websiteSettings') ? settings : undefined;
  return actions.filter(({ fits }) => fits(user, known));
}

export function QuickActions({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  const settings = useQuery({ ...settingsQuery, enabled: mayEnter(user, 'websiteSettings') });
  return (
    <Card flush title={t('quickActions')}>
      {quickActions(user, settings.data).map(({ icon, title, hint, to }) => (
        <CardRow key={title} icon={icon} title={t(title)} hint={t(hint)} to={to} />
      ))}
    </Card>
  );
}
