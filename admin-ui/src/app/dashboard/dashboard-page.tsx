import { useQuery } from '@tanstack/react-query';
import { ArrowRight, ExternalLink, ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorState } from '#components/ui/page-state.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { useMayWrite } from '#lib/use-may-write.ts';
import { CountCards } from './count-cards.tsx';
import { countMedia } from './media-counts.ts';
import { SiteCard } from './site-card.tsx';

const actionClass =
  'group flex items-center gap-4 border-t border-hairline px-4 py-4 transition-colors duration-150 first:border-t-0 hover:bg-moss-wash/60 md:px-6';

function ActionWords({ icon, title, hint }: { icon: ReactNode; title: string; hint: string }) {
  return (
    <>
      <span className="text-moss">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="block text-[0.8125rem] text-muted">{hint}</span>
      </span>
      <ArrowRight
        aria-hidden="true"
        className="size-4 text-muted transition-transform duration-150 group-hover:translate-x-0.5"
      />
    </>
  );
}

/** How things stand, and the two things people come for. */
export function DashboardPage() {
  const { t } = useTranslation();
  const media = useQuery(adminMediaQuery);
  const writable = useMayWrite();
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6">
      {media.isError ? (
        <ErrorState
          title={t('failedToLoadMedia')}
          text={reasonText(media.error)}
          retrying={media.isFetching}
          onRetry={() => media.refetch()}
        />
      ) : (
        <CountCards counts={media.data && countMedia(media.data)} />
      )}
      <div className="grid gap-6 md:grid-cols-2">
        <SiteCard />
        <section className="flex flex-col overflow-hidden rounded-lg border border-hairline bg-surface">
          <h2 className="px-4 pt-4 pb-3 font-semibold md:px-6">{t('quickActions')}</h2>
          <div className="border-t border-hairline">
            {writable && (
              <Link to="/media?add" className={actionClass}>
                <ActionWords
                  icon={<ImagePlus aria-hidden="true" className="size-5" />}
                  title={t('addMedia')}
                  hint={t('quickAddMediaHint')}
                />
              </Link>
            )}
            <a href="/" target="_blank" rel="noopener" className={actionClass}>
              <ActionWords
                icon={<ExternalLink aria-hidden="true" className="size-5" />}
                title={t('openSite')}
                hint={t('quickOpenSiteHint')}
              />
            </a>
          </div>
        </section>
      </div>
    </div>
  );
}
