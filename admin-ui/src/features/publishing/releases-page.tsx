import type { ReleaseRecord } from '@veldlicht/contract/publishing';
import { ExternalLink, RotateCw } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLastAsked } from '#components/delete-dialog.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { EmptyState, QueryError } from '#components/ui/page-state.tsx';
import { languageChoice } from '#i18n/i18n.ts';
import { useMayEnter, useMayWrite } from '#lib/permissions.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { momentText } from '#lib/time-text.ts';
import { PublishDot } from './publish-pill.tsx';
import { usePublishWords, useReleases, useRestore, useRetryPublish } from './publishing-queries.ts';
import { ReleasesTable } from './releases-table.tsx';

/** What visitors see now, in a sentence, over the list of versions. */
function SiteNow() {
  const { t } = useTranslation();
  const words = usePublishWords();
  const retry = useRetryPublish();
  const retryable = useMayWrite() && words.tone === 'failed';
  return (
    <section
      aria-label={t('publishState')}
      className="flex flex-wrap items-start justify-between gap-4 rounded-lg border border-hairline bg-surface p-4 md:px-6"
    >
      <div className="flex min-w-0 max-w-prose flex-1 basis-72 flex-col gap-1">
        <p className="flex items-center gap-2 font-medium">
          <PublishDot tone={words.tone} />
          {words.short}
        </p>
        <p className="wrap-anywhere text-muted">{words.long}</p>
        {words.tone === 'publishing' && words.detail && (
          <p className="text-muted tabular-nums">{words.detail}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {retryable && (
          <Button size="sm" pending={retry.isPending} onClick={() => retry.mutate()}>
            <RotateCw className="size-4" />
            {t('publishAgain')}
          </Button>
        )}
        <a href="/" target="_blank" rel="noopener" className={buttonClass('secondary', 'sm')}>
          <ExternalLink className="size-4" />
          {t('openSite')}
          <span className="sr-only">{t('opensInNewTab')}</span>
        </a>
      </div>
    </section>
  );
}

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
  const asked = useLastAsked(asking);
  const close = () => setAsking(null);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <SiteNow />
      <h2 className="mt-2 text-base font-semibold">{t('releases')}</h2>
      <p className="-mt-3 text-muted">{t('releasesText')}</p>
      {list.isPending && (
        <p role="status" className="sr-only">
          {t('loadingReleases')}
        </p>
      )}
      {list.isError && !list.data && <QueryError title={t('failedToLoadReleases')} query={list} />}
      {list.data?.length === 0 && (
        <EmptyState title={t('releasesEmpty')} text={t('releasesEmptyHint')} />
      )}
      {(list.isPending || (list.data && list.data.length > 0)) && (
        <ReleasesTable
          releases={list.data}
          timeOf={timeOf}
          restoring={restoring}
          onShow={mayGoBack ? setAsking : undefined}
        />
      )}
      <ConfirmDialog
        open={asking !== null}
        title={t('goBackQuestion', { time: asked ? timeOf(asked) : '' })}
        text={t('goBackText')}
        confirm={t('goBackConfirm')}
        pending={ask.isPending}
        onCancel={close}
        onConfirm={() => asking && ask.mutate(asking, { onSettled: close })}
      />
    </div>
  );
}
