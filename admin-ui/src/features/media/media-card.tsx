import type { MediaItem } from '@veldlicht/contract/media';
import {
  EyeOff,
  LoaderCircle,
  MapPin,
  MapPinned,
  Pencil,
  Star,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { serverText } from '#i18n/server-text.ts';
import { classNames } from '#lib/class-names.ts';
import { capitalised } from '#lib/letters.ts';
import { MediaThumbnail } from './media-thumbnail.tsx';

export interface MediaCardActions {
  onFeature: (item: MediaItem) => void;
  onEdit: (item: MediaItem) => void;
  onDelete: (item: MediaItem) => void;
}

const privacyMarks = {
  exact: { icon: MapPin, label: 'privacyExact' },
  approximate: { icon: MapPinned, label: 'privacyApproximate' },
  hidden: { icon: EyeOff, label: 'privacyHidden' },
} as const;

function Place({ item }: { item: MediaItem }) {
  const { t } = useTranslation();
  if (!item.location) return null;
  const mark = privacyMarks[item.locationPrivacy];
  return (
    <span className="flex min-w-0 items-center gap-1" title={t(mark.label)}>
      <mark.icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="truncate">{item.location}</span>
      <span className="sr-only">({t(mark.label)})</span>
    </span>
  );
}

/** Draft, working and failed, over the picture. */
function StateBadges({ item }: { item: MediaItem }) {
  const { t } = useTranslation();
  return (
    <div className="pointer-events-none absolute top-2 left-2 flex flex-wrap gap-1">
      {item.status === 'draft' && (
        <Badge className="border border-hairline bg-surface">{t('draft')}</Badge>
      )}
      {item.processing === 'working' && (
        <Badge look="amber">
          <LoaderCircle aria-hidden="true" className="size-3 animate-spin" />
          {t('processingWorking')}
        </Badge>
      )}
      {item.processing === 'failed' && (
        <Badge look="danger">
          <TriangleAlert aria-hidden="true" className="size-3" />
          {t('processingFailed')}
        </Badge>
      )}
    </div>
  );
}

interface MediaCardProps extends MediaCardActions {
  item: MediaItem;
  /** Without it the card only shows. */
  writable: boolean;
}

/** One item: the picture first, then its words, then what can be done with it. */
export const MediaCard = memo(function MediaCard({ item, writable, ...actions }: MediaCardProps) {
  const { t } = useTranslation();
  const { title, featured } = item;
  return (
    <article
      aria-label={title}
      className="flex flex-col overflow-hidden rounded-lg border border-hairline bg-surface"
    >
      <div className="relative">
        <MediaThumbnail item={item} />
        <StateBadges item={item} />
      </div>
      <div className="flex flex-1 flex-col px-4 pt-3 pb-2">
        <h2 className="truncate font-medium" title={title}>
          {title}
        </h2>
        <p className="flex min-w-0 gap-3 text-[0.8125rem] text-muted">
          <span className="shrink-0">{capitalised(item.category)}</span>
          <Place item={item} />
        </p>
        {item.processing === 'failed' && item.processingError && (
          <p className="mt-1 text-[0.8125rem] break-words text-danger">
            {serverText(item.processingError)}
          </p>
        )}
        <div className="mt-1 -mr-2 -ml-2.5 flex items-center">
          {writable ? (
            <>
              <IconButton
                label={t(featured ? 'unfeature' : 'feature', { title })}
                aria-pressed={featured}
                onClick={() => actions.onFeature(item)}
              >
                <Star
                  aria-hidden="true"
                  className={classNames('size-[1.125rem]', featured && 'fill-current text-moss')}
                />
              </IconButton>
              <span className="flex-1" />
              <IconButton label={t('editItem', { title })} onClick={() => actions.onEdit(item)}>
                <Pencil aria-hidden="true" className="size-[1.125rem]" />
              </IconButton>
              <IconButton
                label={t('deleteItem', { title })}
                className="hover:bg-danger-wash hover:text-danger"
                onClick={() => actions.onDelete(item)}
              >
                <Trash2 aria-hidden="true" className="size-[1.125rem]" />
              </IconButton>
            </>
          ) : (
            featured && (
              <Star
                aria-label={t('featured')}
                className="m-2.5 size-[1.125rem] fill-current text-moss"
              />
            )
          )}
        </div>
      </div>
    </article>
  );
});
