import { useQuery } from '@tanstack/react-query';
import type { AdminUser } from '@veldlicht/contract/user';
import {
  ArrowRight,
  ChartNoAxesColumn,
  ExternalLink,
  ImagePlus,
  type LucideIcon,
  ShieldCheck,
  UsersRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlainTextKey } from '#i18n/en.ts';
import { mayEnter } from '#lib/permissions.ts';
import { settingsQuery } from '#lib/queries.ts';
import { type QuickAction, quickActions } from './dashboard-facts.ts';

interface ActionWords {
  icon: LucideIcon;
  title: PlainTextKey;
  hint: PlainTextKey;
  /** Address under /admin; without it the public site. */
  to?: string;
}

const words: Record<QuickAction, ActionWords> = {
  'add-media': {
    icon: ImagePlus,
    title: 'addMedia',
    hint: 'quickAddMediaHint',
    to: '/media?add',
  },
  'set-up-analytics': {
    icon: ChartNoAxesColumn,
    title: 'quickAnalytics',
    hint: 'quickAnalyticsHint',
    to: '/website-settings',
  },
  'set-up-2fa': {
    icon: ShieldCheck,
    title: 'quickSetUp2FA',
    hint: 'quickSetUp2FAHint',
    to: '/settings',
  },
  'manage-2fa': {
    icon: ShieldCheck,
    title: 'quickManage2FA',
    hint: 'quickManage2FAHint',
    to: '/settings',
  },
  'enforce-2fa': {
    icon: UsersRound,
    title: 'quickEnforce2FA',
    hint: 'quickEnforce2FAHint',
    to: '/website-settings',
  },
  'open-site': { icon: ExternalLink, title: 'openSite', hint: 'quickOpenSiteHint' },
};

const actionClass =
  'group flex items-center gap-4 border-t border-hairline px-4 py-3.5 transition-colors duration-150 hover:bg-moss-wash/60 focus-visible:-outline-offset-2 md:px-6';

function ActionRow({ action }: { action: QuickAction }) {
  const { t } = useTranslation();
  const { icon: Icon, title, hint, to } = words[action];
  const inside = (
    <>
      <Icon className="size-5 shrink-0 text-moss" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{t(title)}</span>
        <span className="block text-[0.8125rem] text-muted">{t(hint)}</span>
      </span>
      <ArrowRight className="size-4 shrink-0 text-muted transition-transform duration-150 group-hover:translate-x-0.5" />
    </>
  );
  if (to !== undefined)
    return (
      <Link to={to} className={actionClass}>
        {inside}
      </Link>
    );
  return (
    <a href="/" target="_blank" rel="noopener" className={actionClass}>
      {inside}
      <span className="sr-only">{t('opensInNewTab')}</span>
    </a>
  );
}

/** The next steps that fit the person and how things stand (spec §2 Dashboard). */
export function QuickActions({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  const settings = useQuery({ ...settingsQuery, enabled: mayEnter(user, 'websiteSettings') });
  return (
    <section
      aria-labelledby="quick-actions"
      className="flex flex-col overflow-hidden rounded-lg border border-hairline bg-surface"
    >
      <h2 id="quick-actions" className="px-4 pt-4 pb-3 font-semibold md:px-6">
        {t('quickActions')}
      </h2>
      {quickActions(user, settings.data).map((action) => (
        <ActionRow key={action} action={action} />
      ))}
    </section>
  );
}
