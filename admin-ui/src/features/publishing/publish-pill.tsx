import { Popover } from '@base-ui/react/popover';
import { previewAddress } from '@veldlicht/contract/preview';
import { ExternalLink, Eye, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { classNames } from '#lib/class-names.ts';
import { useMayEnter, useMayWrite } from '#lib/permissions.ts';
import { usePublishEvents } from './publish-events.ts';
import type { PublishTone } from './publish-words.ts';
import { usePublishWords, useRetryPublish } from './publishing-queries.ts';

const colours: Record<PublishTone, string> = {
  live: 'bg-moss',
  older: 'bg-amber',
  waiting: 'bg-amber',
  publishing: 'bg-moss animate-breathe',
  failed: 'bg-danger',
  unknown: 'bg-edge',
};

/** Breathes while publishing, rests otherwise. */
export function PublishDot({ tone }: { tone: PublishTone }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('inline-block size-2 shrink-0 rounded-full', colours[tone])}
    />
  );
}

/** Leads to the whole site with its drafts, for who may see it. */
function PreviewSiteLink() {
  const { t } = useTranslation();
  if (!useMayWrite()) return null;
  return (
    <a
      href={previewAddress('/')}
      target="_blank"
      rel="noopener"
      className={buttonClass('secondary', 'sm')}
    >
      <Eye className="size-4" />
      {t('previewSite')}
      <span className="sr-only">{t('opensInNewTab')}</span>
    </a>
  );
}

/** The truth about the public site, in the header of every page (product decisions §5). */
export function PublishPill() {
  const { t } = useTranslation();
  const words = usePublishWords(usePublishEvents());
  const retry = useRetryPublish();
  const mayEnter = useMayEnter('publishing');
  const retryable = useMayWrite() && words.tone === 'failed';
  return (
    <>
      {retryable && (
        <Button
          look="quiet"
          size="sm"
          className="max-sm:hidden"
          pending={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {t('retry')}
        </Button>
      )}
      <Popover.Root>
        <Popover.Trigger className="flex h-8 min-w-8 shrink items-center justify-center gap-2 rounded-full border border-hairline px-3 text-[0.8125rem] transition-colors duration-150 hover:border-edge">
          <PublishDot tone={words.tone} />
          <span className="sr-only">{t('publishState')}: </span>
          <span className="truncate max-sm:max-w-24">{words.short}</span>
          {words.detail && (
            <span className="hidden max-w-56 truncate text-muted tabular-nums lg:inline">
              {words.detail}
            </span>
          )}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={8} align="end" className="z-60">
            <Popover.Popup className="flex w-80 max-w-[calc(100vw-2rem)] flex-col gap-3 rounded-lg border border-hairline bg-raised p-4 outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
              <Popover.Title className="flex items-center gap-2 font-medium">
                <PublishDot tone={words.tone} />
                {words.short}
              </Popover.Title>
              <Popover.Description className="wrap-anywhere text-muted">
                {words.long} {words.tone === 'publishing' && words.detail}
              </Popover.Description>
              <div className="flex flex-wrap gap-2">
                {retryable && (
                  <Button size="sm" pending={retry.isPending} onClick={() => retry.mutate()}>
                    <RotateCw className="size-4" />
                    {t('retry')}
                  </Button>
                )}
                <PreviewSiteLink />
                <a
                  href="/"
                  target="_blank"
                  rel="noopener"
                  className={buttonClass('secondary', 'sm')}
                >
                  <ExternalLink className="size-4" />
                  {t('openSite')}
                  <span className="sr-only">{t('opensInNewTab')}</span>
                </a>
                {mayEnter && (
                  <Popover.Close
                    nativeButton={false}
                    render={<Link to="/publishing" className={buttonClass('secondary', 'sm')} />}
                  >
                    {t('releasesLink')}
                  </Popover.Close>
                )}
              </div>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </>
  );
}
