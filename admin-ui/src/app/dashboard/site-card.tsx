import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { PublishDot } from '#features/publishing/publish-dot.tsx';
import { usePublishWords } from '#features/publishing/use-publish-words.ts';
import { useRetryPublish } from '#features/publishing/use-retry-publish.ts';
import { useMayWrite } from '#lib/use-may-write.ts';

/** The publish state in a sentence. */
export function SiteCard() {
  const { t } = useTranslation();
  const words = usePublishWords();
  const retry = useRetryPublish();
  const retryable = useMayWrite() && words.tone === 'failed';
  return (
    <section className="flex flex-col items-start gap-3 rounded-lg border border-hairline bg-surface p-4 md:px-6">
      <h2 className="font-semibold">{t('yourSite')}</h2>
      <p className="flex items-center gap-2 font-medium">
        <PublishDot tone={words.tone} />
        {words.short}
      </p>
      <p className="wrap-anywhere text-muted">{words.long}</p>
      {words.tone === 'publishing' && <p className="text-muted">{words.detail}</p>}
      {retryable && (
        <Button look="secondary" size="sm" pending={retry.isPending} onClick={() => retry.mutate()}>
          {t('publishAgain')}
        </Button>
      )}
    </section>
  );
}
