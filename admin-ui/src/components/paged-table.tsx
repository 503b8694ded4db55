import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonText } from '#i18n/failure-text.ts';
import { classNames } from '#lib/class-names.ts';
import { Button } from './ui/button.tsx';
import { QueryError } from './ui/page-state.tsx';
import { DataTable } from './ui/table.tsx';

interface PagedTableProps<Row extends { id: string | number }>
  extends ComponentProps<typeof DataTable<Row>> {
  of: UseInfiniteQueryResult;
  rows: readonly Row[];
  empty: ReactNode;
  /** The rows are outdated; others are loading. */
  busy?: boolean;
}

/** A table over an infinite query, with its states and Load more. */
export function PagedTable<Row extends { id: string | number }>(props: PagedTableProps<Row>) {
  const { of: list, rows, empty, busy = false, ...table } = props;
  const { t } = useTranslation();
  return (
    <>
      {list.isPending && (
        <>
          <p role="status" className="sr-only">
            {t('loading')}
          </p>
          <DataTable {...table} rows={undefined} />
        </>
      )}
      {list.isError && !list.data && <QueryError query={list} />}
      {list.data !== undefined && rows.length === 0 && empty}
      {rows.length > 0 && (
        <div
          aria-busy={busy}
          className={classNames('transition-opacity duration-150', busy && 'opacity-50')}
        >
          <DataTable {...table} rows={rows} />
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
    </>
  );
}
