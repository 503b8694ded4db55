import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#components/ui/page-state.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { settingsQuery, usersQuery } from '#lib/queries.ts';
import { countStats } from './dashboard-facts.ts';
import { Stat, StatGrid } from './stat-grid.tsx';

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
