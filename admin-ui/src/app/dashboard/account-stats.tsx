import { useQuery } from '@tanstack/react-query';
import type { Settings } from '@veldlicht/contract/settings';
import type { AdminUser } from '@veldlicht/contract/user';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#components/ui/loading.tsx';
import { ErrorState } from '#components/ui/page-state.tsx';
import { users as userList } from '#features/users/users.ts';
import { reasonText } from '#i18n/failure-text.ts';
import { classNames } from '#lib/class-names.ts';
import { settingsQuery } from '#lib/queries.ts';

interface Stat {
  label: string;
  /** Undefined while it loads. */
  value: ReactNode | undefined;
  hint: ReactNode;
  /** Words are smaller than figures. */
  words?: boolean;
}

/** Counts all accounts, active ones, and those with two-factor (`percent` rounded). */
export function countUsers(users: ReadonlyArray<Pick<AdminUser, 'status' | 'twoFactorEnabled'>>) {
  const total = users.length;
  const twoFactor = users.filter((user) => user.twoFactorEnabled).length;
  return {
    total,
    active: users.filter((user) => user.status === 'active').length,
    twoFactor,
    percent: total === 0 ? 0 : Math.round((100 * twoFactor) / total),
  };
}

/** The four stat cards (spec §2 Dashboard), for admins: only they may load users and settings. */
export function AccountStats() {
  const { t } = useTranslation();
  const users = useQuery(userList.list);
  const settings = useQuery(settingsQuery);
  const failed = [users, settings].filter((query) => query.isError && !query.data);
  if (failed.length > 0)
    return (
      <ErrorState
        title={t('failedToLoad')}
        text={reasonText(failed[0]?.error)}
        retrying={failed.some((query) => query.isFetching)}
        onRetry={() => {
          for (const query of failed) void query.refetch();
        }}
      />
    );
  // All four appear together.
  const known: Settings | undefined = users.data && settings.data;
  const count = countUsers(users.data ?? []);
  const stats: Stat[] = [
    {
      label: t('statUsers'),
      value: known && count.total,
      hint: t('statUsersHint', { count: count.active }),
    },
    {
      label: t('statTwoFactor'),
      value: known && count.twoFactor,
      hint: t('statTwoFactorHint', { percent: String(count.percent) }),
    },
    {
      words: true,
      label: t('statAnalytics'),
      value: known && t(known.googleAnalyticsId ? 'configured' : 'notConfigured'),
      hint: known?.googleAnalyticsId ?? t('notConfiguredHint'),
    },
    {
      words: true,
      label: t('statEnforcement'),
      value: known && t(known.enforce2FA ? 'enabled' : 'disabled'),
      hint: t(known?.enforce2FA ? 'enforcementOnHint' : 'enforcementOffHint'),
    },
  ];
  return (
    <dl
      aria-label={t('accountsAndSecurity')}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-hairline bg-hairline lg:grid-cols-4"
    >
      {stats.map(({ label, value, hint, words }) => (
        <div key={label} className="flex min-w-0 flex-col bg-surface p-4 md:p-6">
          <dt className="text-muted">{label}</dt>
          <dd
            className={classNames(
              'mt-1 flex min-h-9 items-center font-semibold tracking-tight',
              words ? 'text-xl' : 'text-3xl',
            )}
          >
            {value ?? <Skeleton className="h-8 w-16" />}
          </dd>
          <dd className="mt-1 min-h-5 text-small wrap-anywhere text-muted">
            {value === undefined ? <Skeleton className="mt-1 h-3 w-24" /> : hint}
          </dd>
        </div>
      ))}
    </dl>
  );
}
