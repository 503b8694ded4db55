import type { MediaItem } from '@veldlicht/contract/media';
import { capitalised } from '@veldlicht/contract/name';
import { EyeOff, MapPin, MapPinned, Pencil, Star, Trash2, TriangleAlert } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { serverText } from '#i18n/server-text.ts';
import { classNames } from '#lib/class-names.ts';
import { CardFrame, cardLook, contained } from './card-frame.tsx';
import type { CardWords } from './card-words.ts';
import { DraftPreviewLink } from './draft-preview-link.tsx';
import { MediaThumbnail } from './media-thumbnail.tsx';
import { ScheduleBadge } from './schedule-badge.tsx';
import { SelectBox } from './selection/select-box.tsx';
import { useHoverPreview } from './use-hover-preview.ts';
import { WorkingBadge } from './working-badge.tsx';

export interface MediaCardActions {
  onFeature: (item: MediaItem) => void;
  onEdit: (item: MediaItem) => void;
  onDelete: (item: MediaItem) => void;
  /** `range`: together with all since the last one. */
  onSelect: (id: string, on: boolean, range: boolean) => void;
}

// Each icon is one element for all cards: React passes it by, which counts when the results change at each key.
const privacyMarks = {
  exact: <MapPin aria-hidden="true" className="size-3.5 shrink-0" />,
  approximate: <MapPinned aria-hidden="true" className="size-3.5 shrink-0" />,
  hidden: <EyeOff aria-hidden="true" className="size-3.5 shrink-0" />,
};
const pencil = <Pencil aria-hidden="true" className="size-[1.125rem]" />;
const bin = <Trash2 aria-hidden="true" className="size-[1.125rem]" />;
// Full by what the button says of itself, so that the drawing stays.
const star = (
  <Star
    aria-hidden="true"
    className="size-[1.125rem] [[aria-pressed=true]>&]:fill-current [[aria-pressed=true]>&]:text-moss"
  />
);

interface PartProps {
  item: MediaItem;
  words: CardWords;
}

function Place({ item, words }: PartProps) {
  if (!item.location) return null;
  const privacy = words.privacy[item.locationPrivacy];
  return (
    <span className="flex min-w-0 items-center gap-1" title={privacy}>
      {privacyMarks[item.locationPrivacy]}
      <span className="truncate">{item.location}</span>
      <span className="sr-only">{`(${privacy})`}</span>
    </span>
  );
}

/** Draft, withheld, working and failed, over the picture. */
function StateBadges({ item, words }: PartProps) {
  const hasDates = item.publishFrom !== null || item.publishUntil !== null;
  const isPlain = item.status !== 'draft' && item.processing === 'ready' && !item.withheld;
  if (isPlain && !hasDates) return null;
  return (
    <div className="pointer-events-none absolute top-2 left-2 flex flex-wrap gap-1">
      {item.status === 'draft' && (
        <Badge className="border border-hairline bg-surface">{words.draft}</Badge>
      )}
      {item.withheld && (
        <Badge look="danger">
          <MapPin aria-hidden="true" className="size-3" />
          {words.withheld}
        </Badge>
      )}
      {hasDates && <ScheduleBadge item={item} />}
      {item.processing === 'working' && <WorkingBadge item={item} />}
      {item.processing === 'failed' && (
        <Badge look="danger">
          <TriangleAlert aria-hidden="true" className="size-3" />
          {words.processingFailed}
        </Badge>
      )}
    </div>
  );
}

interface WholeCardProps extends MediaCardActions {
  item: MediaItem;
  words: CardWords;
  /** Without it the card only shows. */
  writable: boolean;
  selecting: boolean;
  selected: boolean;
}

/** One item: the picture first, then its words, then what can be done with it. */
const WholeCard = memo(function WholeCard(props: WholeCardProps) {
  const { item, words, writable, selecting, selected, ...actions } = props;
  const titleId = useId();
  const preview = useHoverPreview();
  const { title, featured } = item;
  return (
    <article
      aria-labelledby={titleId}
      {...(item.type === 'video' ? preview.handlers : {})}
      className={cardLook.card(selected)}
    >
      <div className={cardLook.picture}>
        <MediaThumbnail item={item} playing={preview.playing} />
        <StateBadges item={item} words={words} />
        {writable && (
          <SelectBox
            label={words.selectItem(title)}
            checked={selected}
            selecting={selecting}
            onSelect={(on, range) => actions.onSelect(item.id, on, range)}
          />
        )}
      </div>
      <div className="px-4 pt-3 pb-2">
        <h2 id={titleId} className={cardLook.title} title={title}>
          {title}
        </h2>
        <p className={cardLook.facts}>
          <span className="shrink-0">{capitalised(item.category)}</span>
          <Place item={item} words={words} />
        </p>
        {item.processing === 'failed' && item.processingError && (
          <p className="mt-1 text-[0.8125rem] wrap-anywhere text-danger">
            {serverText(item.processingError)}
          </p>
        )}
        <div
          className={classNames(
            'mt-1 -mr-2 -ml-2.5 flex items-center',
            writable && `h-10 ${contained}`,
          )}
        >
          {writable ? (
            <>
              <IconButton
                label={featured ? words.unfeature(title) : words.feature(title)}
                aria-pressed={featured}
                onClick={() => actions.onFeature(item)}
              >
                {star}
              </IconButton>
              <span className="flex-1" />
              {item.status === 'draft' && <DraftPreviewLink item={item} words={words} />}
              <IconButton label={words.editItem(title)} onClick={() => actions.onEdit(item)}>
                {pencil}
              </IconButton>
              <IconButton
                label={words.deleteItem(title)}
                className="hover:bg-danger-wash hover:text-danger"
                onClick={() => actions.onDelete(item)}
              >
                {bin}
              </IconButton>
            </>
          ) : (
            featured && (
              <Star
                aria-label={words.featured}
                className="m-2.5 size-[1.125rem] fill-current text-moss"
              />
            )
          )}
        </div>
      </div>
    </article>
  );
});

interface MediaCardProps extends WholeCardProps {
  /** Whether nobody types in the search at the moment. */
  resting: boolean;
}

/**
 * A whole card; what a key in the search brings is its frame until typing rests. To ask for a picture alone costs
 * more than to draw the frame, and the next key mostly takes it away again.
 */
export const MediaCard = memo(function MediaCard({ resting, ...props }: MediaCardProps) {
  const { item, writable, selected } = props;
  const [whole, setWhole] = useState(resting ? item.id : null);
  // Whose whole card went is framed when it comes back: that card would have to be built anew.
  const next = resting || whole === item.id ? item.id : null;
  if (next !== whole) setWhole(next);
  return next !== null ? <WholeCard {...props} /> : <CardFrame {...{ item, writable, selected }} />;
});
