import type { ReleaseRecord } from '@veldlicht/contract/publishing';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '#components/ui/page-state.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { languageChoice } from '#i18n/i18n.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { momentText } from '#lib/time-text.ts';
import { useMayEnter } from '#lib/use-may-enter.ts';
import { useOnce } from '#lib/use-once.ts';
import { ReleasesSkeleton, ReleasesTable } from './releases-table.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { SiteNow } from './site-now.tsx';
import { useReleases, useRestore } from './use-releases.ts';

/** Every version of the site, and the way back to those that are kept (product decisions §5). */
export function ReleasesPage() {
  const { t } = useTranslation();
  const language = useStoredChoice(languageChoice);
  const mayGoBack = useMayEnter('goBack');
  const list = useReleases();
  const [asking, setAsking] = useState<ReleaseRecord | null>(null);
  const timeOf = useCallback(
    ({ createdAt }: ReleaseRecord) =>
      momentText(createdAt, language, new Date(), { seconds: true }),
    [language],
  );
  const { ask, restoring } = useRestore(timeOf);
  const once = useOnce();
  const show = (release: ReleaseRecord) =>
    once.run(() =>
      ask.mutate(release, {
        onSettled: () => {
          once.release();
          setAsking(null);
        },
      }),
    );
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <SiteNow />
      <h2 className="mt-2 text-base font-semibold">{t('releases')}</h2>
      <p className="-mt-3 text-muted">{t('releasesText')}</p>
      {list.isPending && (
        <>
          <p role="status" className="sr-only">
            {t('loadingReleases')}
          </p>
          <ReleasesSkeleton actions={mayGoBack} />
        </>
      )}
      {list.isError && !list.data && (
        <ErrorState
          title={t('failedToLoadReleases')}
          text={reasonText(list.error)}
          retrying={list.isFetching}
          onRetry={() => list.refetch()}
        />
      )}
      {list.data?.length === 0 && (
        <EmptyState title={t('releasesEmpty')} text={t('releasesEmptyHint')} />
      )}
      {list.data && list.data.length > 0 && (
        <ReleasesTable
          releases={list.data}
          timeOf={timeOf}
          restoring={restoring}
          {...(mayGoBack && { onShow: setAsking })}
        />
      )}
      <RestoreDialog
        release={asking}
        timeOf={timeOf}
        pending={ask.isPending}
        onConfirm={show}
        onClose={() => setAsking(null)}
      />
    </div>
  );
}
