import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { Leaf, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonText } from '#i18n/failure-text.ts';
import { Button } from './button.tsx';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: string | undefined;
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="grid place-items-center rounded-lg border border-dashed border-hairline px-6 py-16 text-center">
      <div className="flex max-w-md flex-col items-center gap-2">
        <div className="mb-2 text-moss">{icon ?? <Leaf className="size-7" />}</div>
        <p className="text-base font-medium">{title}</p>
        {text && <p className="text-muted">{text}</p>}
        {action && <div className="mt-4">{action}</div>}
      </div>
    </div>
  );
}

interface ErrorStateProps {
  title: string;
  text?: string;
  onRetry: () => void;
  retrying?: boolean;
}

/** Replaces what failed to load, with Retry. */
export function ErrorState({ title, text, onRetry, retrying = false }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert className="size-7 text-danger" />}
        title={title}
        text={text}
        action={
          <Button look="secondary" onClick={onRetry} pending={retrying}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  );
}

export function QueryError({ query }: { query: UseQueryResult | UseInfiniteQueryResult }) {
  const { t } = useTranslation();
  return (
    <ErrorState
      title={t('failedToLoad')}
      text={reasonText(query.error)}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

export interface LoadedProps<Data> {
  of: UseQueryResult<Data>;
  pending: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows a skeleton while a query loads, then its data, or its error with Retry. */
export function Loaded<Data>({ of: query, pending, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <QueryError query={query} /> : pending;
}
