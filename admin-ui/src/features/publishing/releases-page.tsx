import type { ReleaseRecord } from '@veldlicht/contract/publishing';
import { ExternalLink, RotateCw } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { EmptyState, ErrorState } from '#components/ui/page-state.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { languageChoice } from '#i18n/i18n.ts';
import { useMayEnter, useMayWrite } from '#lib/permissions.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { momentText } from '#lib/time-text.ts';
import { useOnce } from '#lib/use-once.ts';
import { PublishDot } from './publish-pill.tsx';
import { usePublishWords, useReleases, useRestore, useRetryPublish } from './publishing-queries.ts';
import { ReleasesSkeleton, ReleasesTable } from './releases-table.tsx';

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
            <RotateCw aria-hidden="true" className="size-4" />
            {t('publishAgain')}
          </Button>
        )}
        <a href="/" target="_blank" rel="noopener" className={buttonClass('secondary', 'sm')}>
          <ExternalLink aria-hidden="true" className="size-4" />
          {t('openSite')}
          <span className="sr-only">{t('opensInNewTab')}</span>
        </a>
      </div>
    </section>
  );
}

interface RestoreDialogProps {
  /** The version to ask about; null keeps the dialog closed. */
  release: ReleaseRecord | null;
  timeOf: (release: ReleaseRecord) => string;
  pending: boolean;
  onConfirm: (release: ReleaseRecord) => void;
  onClose: () => void;
}

/** Asks before visitors see another version, and says what that means. */
function RestoreDialog(props: RestoreDialogProps) {
  const { release, timeOf, pending, onConfirm, onClose } = props;
  const { t } = useTranslation();
  // The words stay while the dialog fades away.
  const [asked, setAsked] = useState(release);
  if (release && release !== asked) setAsked(release);
  return (
    <ConfirmDialog
      open={release !== null}
      title={t('goBackQuestion', { time: asked ? timeOf(asked) : '' })}
      text={t('goBackText')}
      confirm={t('goBackConfirm')}
      pending={pending}
      onCancel={onClose}
      onConfirm={() => release && onConfirm(release)}
    />
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
