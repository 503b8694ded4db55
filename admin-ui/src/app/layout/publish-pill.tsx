import { previewAddress } from '@veldlicht/contract/preview';
import { ExternalLink, Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { HeaderPopup } from '#components/header-popup.tsx';
import { PublishDot, RetryButton, usePublishWords } from '#components/publish-status.tsx';
import { buttonClass, NewTabLink } from '#components/ui/button.tsx';
import { classNames } from '#lib/class-names.ts';
import { useMayEnter, useMayWrite } from '#lib/permissions.ts';
import { usePublishEvents } from './publish-events.ts';

/** State of the public site, in the header of every page. */
export function PublishPill() {
  const { t } = useTranslation();
  const words = usePublishWords(usePublishEvents());
  const mayEnter = useMayEnter('publishing');
  const maySeeDrafts = useMayWrite();
  return (
    <>
      <RetryButton tone={words.tone} label={t('retry')} look="quiet" className="max-sm:hidden" />
      {/* Below lg the pill gives way to the page title: without room for its words it is a dot. */}
      <div className="flex justify-end max-lg:@container max-lg:min-w-8 max-lg:shrink-9999 max-lg:basis-44">
        <HeaderPopup
          buttonClass="flex h-8 min-w-8 items-center justify-center gap-2 rounded-full border border-hairline px-3 text-small transition-colors duration-150 hover:border-edge max-lg:@max-[5.5rem]:px-0"
          face={
            <>
              <PublishDot tone={words.tone} />
              <span className="sr-only">{t('publishState')}: </span>
              <span
                data-short=""
                className={classNames(
                  'whitespace-nowrap',
                  words.tone === 'live'
                    ? 'max-lg:@max-[5.5rem]:sr-only'
                    : 'max-lg:@max-[11rem]:sr-only',
                )}
              >
                {words.short}
              </span>
              {words.detail && (
                <span className="hidden max-w-56 truncate text-muted tabular-nums lg:inline">
                  {words.detail}
                </span>
              )}
            </>
          }
          title={
            <>
              <PublishDot tone={words.tone} />
              {words.short}
            </>
          }
          text={
            <>
              {words.long} {words.tone === 'publishing' && words.detail}
            </>
          }
          className="w-80 max-w-[calc(100vw-2rem)]"
        >
          {(close) => (
            <div className="flex flex-wrap gap-2">
              <RetryButton tone={words.tone} label={t('retry')} icon />
              {maySeeDrafts && (
                <NewTabLink href={previewAddress('/')} icon={Eye} text={t('previewSite')} />
              )}
              <NewTabLink href="/" icon={ExternalLink} text={t('openSite')} />
              {mayEnter && (
                <Link to="/publishing" onClick={close} className={buttonClass('secondary', 'sm')}>
                  {t('publishesLink')}
                </Link>
              )}
            </div>
          )}
        </HeaderPopup>
      </div>
    </>
  );
}
