import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { countContacts } from '#features/contacts/contact-facts.ts';
import { reasonText } from '#i18n/failure-text.ts';
import { contactsQuery } from '#lib/queries.ts';

/** How many messages there are and how many are new; for editors and admins. */
export function MessagesCard() {
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
            <ArrowRight
              aria-hidden="true"
              className="size-4 transition-transform duration-150 group-hover:translate-x-0.5"
            />
          </Link>
        </>
      )}
    </section>
  );
}
