import type { MediaItem } from '@veldlicht/contract/media';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { MediaCard, type MediaCardActions } from './media-card.tsx';

/** 1, 2 or 3 columns (spec §2 Media management). */
const gridClass = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:gap-6 xl:grid-cols-3';

interface MediaGridProps extends MediaCardActions {
  items: readonly MediaItem[];
  writable: boolean;
}

export function MediaGrid({ items, ...rest }: MediaGridProps) {
  return (
    <ul className={gridClass}>
      {items.map((item) => (
        // Cards far below the window cost no layout until they come near.
        <li
          key={item.id}
          className="grid [contain-intrinsic-size:auto_24rem] [content-visibility:auto]"
        >
          <MediaCard item={item} {...rest} />
        </li>
      ))}
    </ul>
  );
}

/** The grid's shape while it loads. */
export function MediaGridSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className={gridClass}>
      <span className="sr-only">{t('loadingMedia')}</span>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="overflow-hidden rounded-lg border border-hairline bg-surface">
          <Skeleton className="aspect-[4/3] rounded-none" />
          <div className="flex flex-col gap-2 px-4 pt-4 pb-14">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  );
}
