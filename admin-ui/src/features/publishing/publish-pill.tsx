import { Popover } from '@base-ui/react/popover';
import { previewAddress } from '@veldlicht/contract/preview';
import { ExternalLink, Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { buttonClass, NewTabLink } from '#components/ui/button.tsx';
import { useMayEnter, useMayWrite } from '#lib/permissions.ts';
import { usePublishEvents } from './publish-events.ts';
import { PublishDot, RetryButton, usePublishWords } from './publish-status.tsx';

/** The truth about the public site, in the header of every page (product decisions §5). */
export function PublishPill() {
  const { t } = useTranslation();
  const words = usePublishWords(usePublishEvents());
  const mayEnter = useMayEnter('publishing');
  const maySeeDrafts = useMayWrite();
  return (
    <>
      <RetryButton tone={words.tone} label={t('retry')} look="quiet" className="max-sm:hidden" />
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
                <RetryButton tone={words.tone} label={t('retry')} icon />
                {maySeeDrafts && (
                  <NewTabLink href={previewAddress('/')} icon={Eye} text={t('previewSite')} />
                )}
                <NewTabLink href="/" icon={ExternalLink} text={t('openSite')} />
                {mayEnter && (
                  <Popover.Close
                    nativeButton={false}
                    render={<Link to="/publishing" className={buttonClass('secondary', 'sm')} />}
                  >
                    {t('publishesLink')}
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
