import { useQuery } from '@tanstack/react-query';
import type { MediaItem } from '@veldlicht/contract/media';
import { ImagePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { buttonClass } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { QueryError } from '#components/ui/page-state.tsx';
import { thumbnailUrl } from '#lib/media-urls.ts';
import { useMayWrite } from '#lib/permissions.ts';
import { adminMediaQuery } from '#lib/queries.ts';

const NEWEST = 8;
const THUMBNAIL_WIDTH = 320;

export function countMedia(
  items: ReadonlyArray<Pick<MediaItem, 'status' | 'processing' | 'withheld'>>,
) {
  return {
    items: items.length,
    drafts: items.filter(({ status }) => status === 'draft').length,
    working: items.filter(({ processing }) => processing === 'working').length,
    failed: items.filter(({ processing }) => processing === 'failed').length,
    withheld: items.filter(({ withheld }) => withheld).length,
  };
}
export type MediaCounts = ReturnType<typeof countMedia>;

function Newest({ items }: { items: readonly MediaItem[] }) {
  return (
    <ul className="grid w-full grid-cols-4 gap-2 lg:grid-cols-8">
      {items.map((item) => (
        <li key={item.id} className="aspect-square overflow-hidden rounded-md bg-raised">
          <Link
            to={`/media?item=${item.id}`}
            className="block size-full focus-visible:-outline-offset-2"
          >
            <img
              src={thumbnailUrl(item, THUMBNAIL_WIDTH) ?? undefined}
              alt={item.title}
              loading="lazy"
              className="size-full object-cover"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function LibraryCard() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const media = useQuery(adminMediaQuery);
  if (media.isError && !media.data) return <QueryError query={media} />;
  const counts = media.data && countMedia(media.data);
  const parts = counts && [
    t('libraryItems', { count: counts.items }),
    counts.drafts > 0 && t('libraryDrafts', { count: counts.drafts }),
    counts.working > 0 && t('libraryWorking', { count: counts.working }),
    counts.failed > 0 && t('libraryFailed', { count: counts.failed }),
  ];
  return (
    <Card title={t('yourLibrary')}>
      <div className="-mt-2 flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {parts ? (
          <Link
            to="/media"
            className="text-muted tabular-nums underline-offset-4 hover:text-ink hover:underline"
          >
            {parts.filter(Boolean).join(' · ')}
          </Link>
        ) : (
          <Skeleton className="h-5 w-48" />
        )}
        {mayWrite && (
          <Link to="/media?add=many" className={buttonClass()}>
            <ImagePlus className="size-4" />
            {t('addPhotos')}
          </Link>
        )}
      </div>
      {media.data && media.data.length > 0 && <Newest items={media.data.slice(0, NEWEST)} />}
    </Card>
  );
}
