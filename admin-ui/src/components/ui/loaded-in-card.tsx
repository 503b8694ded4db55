import { useTranslation } from 'react-i18next';
import { reasonText } from '#i18n/failure-text.ts';
import { Button } from './button.tsx';
import type { LoadedProps } from './page-state.tsx';

/** As `Loaded`, with the error in two lines. In a file of its own, which the sign-in page does not load. */
export function LoadedInCard<Data>({ of: query, pending, children }: LoadedProps<Data>) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return pending;
  return (
    <>
      <p role="alert" className="text-muted">
        {t('failedToLoad')}. {reasonText(query.error)}
      </p>
      <Button
        look="secondary"
        size="sm"
        pending={query.isFetching}
        onClick={() => void query.refetch()}
      >
        {t('retry')}
      </Button>
    </>
  );
}
