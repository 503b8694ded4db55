import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { EmptyState, ErrorState } from '#components/ui/page-state.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { classNames } from '#lib/class-names.ts';
import { AuditFilters } from './audit-filters.tsx';
import type { AuditFilter } from './audit-pages.ts';
import { AuditSkeleton, AuditTable } from './audit-table.tsx';
import { useAuditList } from './use-audit-list.ts';

const everything: AuditFilter = { actor: null, entity: null };

/** Who did what, when (product decisions §2); only for admins. */
export function AuditList() {
  const { t } = useTranslation();
  const [filter, setFilter] = useState(everything);
  const list = useAuditList(filter);
  const [now] = useState(() => new Date());
  const lines = list.data?.pages.flat() ?? [];
  const filtered = filter.actor !== null || filter.entity !== null;
  return (
    <section aria-labelledby="audit-title" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="audit-title" className="text-base font-semibold">
            {t('auditLog')}
          </h2>
          <p className="text-muted">{t('auditLogText')}</p>
        </div>
        <AuditFilters filter={filter} onChange={setFilter} />
      </div>
      {list.isPending && (
        <>
          <p role="status" className="sr-only">
            {t('loadingAudit')}
          </p>
          <AuditSkeleton />
        </>
      )}
      {list.isError && !list.data && (
        <ErrorState
          title={t('failedToLoadAudit')}
          text={reasonText(list.error)}
          retrying={list.isFetching}
          onRetry={() => list.refetch()}
        />
      )}
      {list.data && lines.length === 0 && (
        <EmptyState
          title={t(filtered ? 'auditNoneFound' : 'auditEmpty')}
          text={filtered ? '' : t('auditEmptyHint')}
          action={
            filtered && (
              <Button look="secondary" onClick={() => setFilter(everything)}>
                {t('auditShowAll')}
              </Button>
            )
          }
        />
      )}
      {lines.length > 0 && (
        <div
          aria-busy={list.isPlaceholderData}
          className={classNames(
            'transition-opacity duration-150',
            list.isPlaceholderData && 'opacity-50',
          )}
        >
          <AuditTable lines={lines} now={now} />
        </div>
      )}
      {list.isFetchNextPageError && (
        <p role="alert" className="text-center text-danger">
          {t('failedToLoadMore')} {reasonText(list.error)}
        </p>
      )}
      {list.hasNextPage && !list.isPlaceholderData && (
        <Button
          look="secondary"
          className="self-center"
          pending={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        >
          {t('loadMore')}
        </Button>
      )}
    </section>
  );
}
