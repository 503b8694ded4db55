import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#components/ui/page-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { classNames } from '#lib/class-names.ts';
import { settingsQuery, usersQuery } from '#lib/queries.ts';
import { countStats, type MediaCounts } from './dashboard-facts.ts';

interface StatProps {
  label: string;
  /** undefined while it loads. */
  value: ReactNode | undefined;
  hint: ReactNode;
  alarming?: boolean;
  /** Words are set smaller than figures. */
  words?: boolean;
}

/** One fact: its name, itself, and a line about it. */
function Stat({ label, value, hint, alarming, words }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col bg-surface p-4 md:p-6">
      <dt className="text-muted">{label}</dt>
      <dd
        className={classNames(
          'mt-1 flex min-h-9 items-center font-semibold tracking-tight',
          words ? 'text-xl' : 'text-3xl',
          alarming && 'text-danger',
        )}
      >
        {value ?? <Skeleton className="h-8 w-16" />}
      </dd>
      <dd className="mt-1 min-h-5 text-[0.8125rem] wrap-anywhere text-muted">
        {value === undefined ? <Skeleton className="mt-1 h-3 w-24" /> : hint}
      </dd>
    </div>
  );
}

/** Facts side by side, parted by hairlines: two on phones, four on desks. */
function StatGrid({ children, label }: { children: ReactNode; label: string }) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-hairline bg-hairline lg:grid-cols-4"
    >
      {children}
    </dl>
  );
}

const cards = [
  { key: 'items', label: 'dashboardItems', hint: 'dashboardItemsHint' },
  { key: 'drafts', label: 'dashboardDrafts', hint: 'dashboardDraftsHint' },
  { key: 'working', label: 'dashboardWorking', hint: 'dashboardWorkingHint' },
  { key: 'failed', label: 'dashboardFailed', hint: 'dashboardFailedHint' },
] as const;

/** Four figures; undefined while they load. */
export function CountCards({ counts }: { counts: MediaCounts | undefined }) {
  const { t } = useTranslation();
  return (
    <StatGrid label={t('yourLibrary')}>
      {cards.map(({ key, label, hint }) => (
        <Stat
          key={key}
          label={t(label)}
          value={counts?.[key]}
          hint={t(hint)}
          alarming={key === 'failed' && counts !== undefined && counts.failed > 0}
        />
      ))}
    </StatGrid>
  );
}

/** The four cards of the specification (§2 Dashboard); for admins, who may make both calls. */
export function StatCards() {
  const { t } = useTranslation();
  const users = useQuery(usersQuery);
  const settings = useQuery(settingsQuery);
  const failed = [users, settings].filter((query) => query.isError && !query.data);
  if (failed.length > 0)
    return (
      <ErrorState
        title={t('failedToLoadStats')}
        text={reasonText(failed[0]?.error)}
        retrying={failed.some((query) => query.isFetching)}
        onRetry={() => {
          for (const query of failed) void query.refetch();
        }}
      />
    );
  const stats = users.data && settings.data && countStats(users.data, settings.data);
  return (
    <StatGrid label={t('accountsAndSecurity')}>
      <Stat
        label={t('statUsers')}
        value={stats?.users.total}
        hint={t('statUsersHint', { count: stats?.users.active ?? 0 })}
      />
      <Stat
        label={t('statTwoFactor')}
        value={stats?.twoFactor.count}
        hint={t('statTwoFactorHint', { percent: String(stats?.twoFactor.percent) })}
      />
      <Stat
        words
        label={t('statAnalytics')}
        value={stats && t(stats.analyticsId ? 'configured' : 'notConfigured')}
        hint={stats?.analyticsId ?? t('notConfiguredHint')}
      />
      <Stat
        words
        label={t('statEnforcement')}
        value={stats && t(stats.enforced ? 'enabled' : 'disabled')}
        hint={t(stats?.enforced ? 'enforcementOnHint' : 'enforcementOffHint')}
      />
    </StatGrid>
  );
}
