import { useQuery } from '@tanstack/react-query';
import type { AdminUser } from '@veldlicht/contract/user';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PublishStatus, RetryButton, usePublishWords } from '#components/publish-status.tsx';
import { NewTabLink } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { CardLink } from '#components/ui/card-link.tsx';
import { LoadedInCard } from '#components/ui/loaded-in-card.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { countContacts } from '#features/contacts/contact-facts.ts';
import { VisitsCard } from '#features/visits/visits-card.tsx';
import { mayEnter, useUser } from '#lib/permissions.ts';
import { contactsQuery } from '#lib/queries.ts';
import { sessionQuery } from '#lib/session.ts';
import { longMomentText } from '#lib/time-text.ts';
import { AccountStats } from './account-stats.tsx';
import { Attention } from './attention.tsx';
import { BackupCard } from './backup-card.tsx';
import { LibraryCard } from './library-card.tsx';
import { QuickActions } from './quick-actions.tsx';

/** Message counts, for editors and admins. */
function MessagesCard() {
  const { t } = useTranslation();
  const list = useQuery({ ...contactsQuery, select: countContacts });
  return (
    <Card title={t('dashboardMessages')}>
      <LoadedInCard of={list} pending={<Skeleton className="h-5 w-40" />}>
        {(counts) => (
          <>
            <p className="flex flex-wrap gap-x-2">
              <span className="font-medium">
                {counts.new === 0 ? t('messagesNoneNew') : t('messagesNew', { count: counts.new })}
              </span>
              <span className="text-muted tabular-nums">
                {t('messagesTotal', { total: String(counts.all) })}
              </span>
            </p>
            <CardLink to="/contacts">{t('messagesOpen')}</CardLink>
          </>
        )}
      </LoadedInCard>
    </Card>
  );
}

/** Security level, last login and sessions of the user's own account (spec §2 Dashboard). */
function OwnFacts({ user: { twoFactorEnabled, lastLogin } }: { user: AdminUser }) {
  const { t } = useTranslation();
  const { activeSessions } = useQuery(sessionQuery).data ?? {};
  const facts = [
    [t('securityLevel'), t(twoFactorEnabled ? 'securityHigh' : 'securityBasic')],
    [t('twoFactor'), t(twoFactorEnabled ? 'enabled' : 'disabled')],
    [t('lastLogin'), lastLogin ? longMomentText(lastLogin) : t('never')],
    [t('activeSessions'), activeSessions],
  ] as const;
  return (
    <dl aria-label={t('yourAccount')} className="flex flex-wrap gap-x-8 gap-y-1">
      {facts.map(([label, value]) => (
        <div key={label} className="flex gap-2">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function SiteCard({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  const words = usePublishWords();
  return (
    <Card title={t('yourSite')}>
      <PublishStatus words={words} />
      <div className="flex flex-wrap gap-2">
        <RetryButton tone={words.tone} label={t('publishAgain')} look="secondary" />
        <NewTabLink href="/" icon={ExternalLink} text={t('openSite')} />
      </div>
      {mayEnter(user, 'publishing') && <CardLink to="/publishing">{t('publishesLink')}</CardLink>}
    </Card>
  );
}

/** Accounts and security (spec §2 Dashboard). */
function Safety({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  const isAdmin = mayEnter(user, 'users') && mayEnter(user, 'websiteSettings');
  return (
    <section aria-labelledby="safety" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="safety" className="text-base font-semibold">
          {t('accountsAndSecurity')}
        </h2>
        {mayEnter(user, 'auditLog') && (
          <Link to="/audit" className="font-medium text-moss underline-offset-4 hover:underline">
            {t('auditLogOpen')}
          </Link>
        )}
      </div>
      {isAdmin && <AccountStats />}
      <OwnFacts user={user} />
    </section>
  );
}

/** Attention and photos first, account security last. */
export function DashboardPage() {
  const user = useUser();
  if (!user) return null;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6">
      <Attention user={user} />
      <LibraryCard />
      <div className="grid items-start gap-6 md:grid-cols-2 xl:grid-cols-3">
        <div className="flex flex-col gap-6">
          {mayEnter(user, 'contacts') && <MessagesCard />}
          <VisitsCard />
        </div>
        <div className="flex flex-col gap-6">
          <SiteCard user={user} />
          <QuickActions user={user} />
        </div>
        {mayEnter(user, 'backups') && (
          <div className="md:max-xl:col-span-2">
            <BackupCard />
          </div>
        )}
      </div>
      <Safety user={user} />
    </div>
  );
}
