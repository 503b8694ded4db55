import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#components/ui/page-state.tsx';
import { AuditList } from '#features/audit/audit-list.tsx';
import { BackupCard } from '#features/backups/backup-card.tsx';
import { MailNotice } from '#features/contacts/mail-notice.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { mayEnter } from '#lib/permissions.ts';
import { adminMediaQuery, sessionQuery } from '#lib/queries.ts';
import { CountCards } from './count-cards.tsx';
import { countMedia } from './media-counts.ts';
import { MessagesCard } from './messages-card.tsx';
import { OwnCard } from './own-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { SiteCard } from './site-card.tsx';
import { StatCards } from './stat-cards.tsx';

/** Counts of the library, for everyone who may sign in. */
function Library() {
  const { t } = useTranslation();
  const media = useQuery(adminMediaQuery);
  if (media.isError && !media.data)
    return (
      <ErrorState
        title={t('failedToLoadMedia')}
        text={reasonText(media.error)}
        retrying={media.isFetching}
        onRetry={() => media.refetch()}
      />
    );
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
