import { useQuery } from '@tanstack/react-query';
import type { AdminUser } from '@veldlicht/contract/user';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { AuditList } from '#features/audit/audit-list.tsx';
import { BackupCard } from '#features/backups/backup-card.tsx';
import { countContacts } from '#features/contacts/contact-facts.ts';
import { useDoubtful } from '#features/contacts/contact-queries.ts';
import { MailNotice } from '#features/contacts/mail-notice.tsx';
import {
  PublishStatus,
  RetryButton,
  usePublishWords,
} from '#features/publishing/publish-status.tsx';
import { VisitsCard } from '#features/visits/visits-card.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { mayEnter, useUser } from '#lib/permissions.ts';
import { contactsQuery } from '#lib/queries.ts';
import { longMomentText } from '#lib/time-text.ts';
import { QuickActions } from './quick-actions.tsx';
import { AccountStats, LibraryStats } from './stat-grid.tsx';

/** How many messages need a hand, and how many there are; for editors and admins. */
function MessagesCard() {
  const { t } = useTranslation();
  const list = useQuery(contactsQuery);
  const counts = list.data && countContacts(list.data);
  const doubtful = useDoubtful();
  return (
    <Card title={t('dashboardMessages')}>
      {list.isError && !counts && (
        <>
          <p role="alert" className="text-muted">
            {t('failedToLoadContacts')}. {reasonText(list.error)}
          </p>
          <Button
            look="secondary"
            size="sm"
            pending={list.isFetching}
            onClick={() => list.refetch()}
          >
            {t('retry')}
          </Button>
        </>
      )}
      {list.isPending && <Skeleton className="h-5 w-40" />}
      {counts && (
        <>
          <p>
            <span className="font-medium">
              {counts.new === 0 ? t('messagesNoneNew') : t('messagesNew', { count: counts.new })}
            </span>
            <span className="text-muted tabular-nums">
              {' · '}
              {t('messagesTotal', { total: String(counts.total) })}
            </span>
          </p>
          {doubtful > 0 && (
            <Link
              to="/contacts?folder=doubtful"
              className="font-medium text-moss underline underline-offset-4 hover:text-moss-hover"
            >
              {t('messagesDoubtful', { count: doubtful })}
            </Link>
          )}
          <Link
            to="/contacts"
            className="group inline-flex items-center gap-1.5 font-medium text-moss underline-offset-4 hover:underline"
          >
            {t('messagesOpen')}
            <ArrowRight className="size-4 transition-transform duration-150 group-hover:translate-x-0.5" />
          </Link>
        </>
      )}
    </Card>
  );
}

/** How safe the own account is, and when it was last used (spec §2 Dashboard). */
function OwnCard({ user: { twoFactorEnabled, lastLogin } }: { user: AdminUser }) {
  const { t } = useTranslation();
  const facts = [
    {
      label: t('securityLevel'),
      value: t(twoFactorEnabled ? 'securityHigh' : 'securityBasic'),
      hint: t(twoFactorEnabled ? 'securityHighHint' : 'securityBasicHint'),
    },
    { label: t('twoFactor'), value: t(twoFactorEnabled ? 'enabled' : 'disabled') },
    { label: t('lastLogin'), value: lastLogin ? longMomentText(lastLogin) : t('never') },
  ];
  return (
    <Card flush title={t('yourAccount')}>
      <dl>
        {facts.map(({ label, value, hint }) => (
          <div
            key={label}
            className="flex items-baseline justify-between gap-4 border-t border-hairline px-4 py-3.5 md:px-6"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 text-right text-balance">
              <span className="font-medium">{value}</span>
              {hint && <span className="block text-[0.8125rem] text-muted">{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function SiteCard() {
  const { t } = useTranslation();
  const words = usePublishWords();
  return (
    <Card title={t('yourSite')}>
      <PublishStatus words={words} />
      <RetryButton tone={words.tone} label={t('publishAgain')} look="secondary" />
    </Card>
  );
}

/** How things stand, and what people come for; more of it for admins (product decisions §1). */
export function DashboardPage() {
  const user = useUser();
  if (!user) return null;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6">
      {mayEnter(user, 'contactPrivacy') && <MailNotice />}
      {mayEnter(user, 'users') && mayEnter(user, 'websiteSettings') && <AccountStats />}
      <LibraryStats />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex flex-col gap-6">
          {mayEnter(user, 'contacts') && <MessagesCard />}
          <SiteCard />
          <VisitsCard />
          {mayEnter(user, 'backups') && <BackupCard />}
          <OwnCard user={user} />
        </div>
        <QuickActions user={user} />
      </div>
      {mayEnter(user, 'auditLog') && <AuditList />}
    </div>
  );
}
