import { useQuery } from '@tanstack/react-query';
import type { AdminUser } from '@veldlicht/contract/user';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { QueryError } from '#components/ui/page-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { AuditList } from '#features/audit/audit-list.tsx';
import { BackupCard } from '#features/backups/backup-card.tsx';
import { countContacts } from '#features/contacts/contact-facts.ts';
import { MailNotice } from '#features/contacts/mail-notice.tsx';
import { PublishDot } from '#features/publishing/publish-pill.tsx';
import { usePublishWords, useRetryPublish } from '#features/publishing/publishing-queries.ts';
import { reasonText } from '#i18n/failure-text.ts';
import { languageChoice } from '#i18n/i18n.ts';
import { mayEnter, useMayWrite } from '#lib/permissions.ts';
import { adminMediaQuery, contactsQuery, sessionQuery } from '#lib/queries.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { longMomentText } from '#lib/time-text.ts';
import { countMedia } from './dashboard-facts.ts';
import { QuickActions } from './quick-actions.tsx';
import { CountCards, StatCards } from './stat-grid.tsx';

/** How many messages there are and how many are new; for editors and admins. */
function MessagesCard() {
  const { t } = useTranslation();
  const list = useQuery(contactsQuery);
  const counts = list.data && countContacts(list.data);
  return (
    <section
      aria-labelledby="messages-card"
      className="flex flex-col items-start gap-3 rounded-lg border border-hairline bg-surface p-4 md:px-6"
    >
      <h2 id="messages-card" className="font-semibold">
        {t('dashboardMessages')}
      </h2>
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
          <Link
            to="/contacts"
            className="group inline-flex items-center gap-1.5 font-medium text-moss underline-offset-4 hover:underline"
          >
            {t('messagesOpen')}
            <ArrowRight className="size-4 transition-transform duration-150 group-hover:translate-x-0.5" />
          </Link>
        </>
      )}
    </section>
  );
}

interface OwnFactProps {
  label: string;
  value: string;
  hint?: string;
}

function OwnFact({ label, value, hint }: OwnFactProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-hairline px-4 py-3.5 md:px-6">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-right text-balance">
        <span className="font-medium">{value}</span>
        {hint && <span className="block text-[0.8125rem] text-muted">{hint}</span>}
      </dd>
    </div>
  );
}

/** How safe the own account is, and when it was last used (spec §2 Dashboard). */
function OwnCard({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  const language = useStoredChoice(languageChoice);
  const { twoFactorEnabled, lastLogin } = user;
  return (
    <section
      aria-labelledby="own-card"
      className="overflow-hidden rounded-lg border border-hairline bg-surface"
    >
      <h2 id="own-card" className="px-4 pt-4 pb-3 font-semibold md:px-6">
        {t('yourAccount')}
      </h2>
      <dl>
        <OwnFact
          label={t('securityLevel')}
          value={t(twoFactorEnabled ? 'securityHigh' : 'securityBasic')}
          hint={t(twoFactorEnabled ? 'securityHighHint' : 'securityBasicHint')}
        />
        <OwnFact label={t('twoFactor')} value={t(twoFactorEnabled ? 'enabled' : 'disabled')} />
        <OwnFact
          label={t('lastLogin')}
          value={lastLogin ? longMomentText(lastLogin, language) : t('never')}
        />
      </dl>
    </section>
  );
}

/** The publish state in a sentence. */
function SiteCard() {
  const { t } = useTranslation();
  const words = usePublishWords();
  const retry = useRetryPublish();
  const retryable = useMayWrite() && words.tone === 'failed';
  return (
    <section className="flex flex-col items-start gap-3 rounded-lg border border-hairline bg-surface p-4 md:px-6">
      <h2 className="font-semibold">{t('yourSite')}</h2>
      <p className="flex items-center gap-2 font-medium">
        <PublishDot tone={words.tone} />
        {words.short}
      </p>
      <p className="wrap-anywhere text-muted">{words.long}</p>
      {words.tone === 'publishing' && <p className="text-muted">{words.detail}</p>}
      {retryable && (
        <Button look="secondary" size="sm" pending={retry.isPending} onClick={() => retry.mutate()}>
          {t('publishAgain')}
        </Button>
      )}
    </section>
  );
}

/** Counts of the library, for everyone who may sign in. */
function Library() {
  const { t } = useTranslation();
  const media = useQuery(adminMediaQuery);
  if (media.isError && !media.data)
    return <QueryError title={t('failedToLoadMedia')} query={media} />;
  return <CountCards counts={media.data && countMedia(media.data)} />;
}

/** How things stand, and what people come for; more of it for admins (product decisions §1). */
export function DashboardPage() {
  const user = useQuery(sessionQuery).data?.user;
  if (!user) return null;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6">
      {mayEnter(user, 'contactPrivacy') && <MailNotice />}
      {mayEnter(user, 'users') && mayEnter(user, 'websiteSettings') && <StatCards />}
      <Library />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex flex-col gap-6">
          {mayEnter(user, 'contacts') && <MessagesCard />}
          <SiteCard />
          {mayEnter(user, 'backups') && <BackupCard />}
          <OwnCard user={user} />
        </div>
        <QuickActions user={user} />
      </div>
      {mayEnter(user, 'auditLog') && <AuditList />}
    </div>
  );
}
