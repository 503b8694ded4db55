import { ExternalLink, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { useMayWrite } from '#lib/use-may-write.ts';
import { PublishDot } from './publish-dot.tsx';
import { usePublishWords } from './use-publish-words.ts';
import { useRetryPublish } from './use-retry-publish.ts';

/** What visitors see now, in a sentence, over the list of versions. */
export function SiteNow() {
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
