import { objectPosition } from '@veldlicht/contract/focus';
import type { MediaItem } from '@veldlicht/contract/media';
import { Check, Eye, Film, Pencil, Play, Star, Trash2 } from 'lucide-react';
import {
  type MouseEvent,
  memo,
  type PointerEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton, IconLink } from '#components/ui/button.tsx';
import { serverText } from '#i18n/failure-text.ts';
import { classNames } from '#lib/class-names.ts';
import { categoryText } from '#lib/field-words.ts';
import { placeholderUrl, previewOfItem, previewUrl, thumbnailUrl } from '#lib/media-urls.ts';
import { ShownPlace } from './shown-place.tsx';
import { StateBadges } from './state-badges.tsx';

export interface MediaCardActions {
  onFeature: (item: MediaItem) => void;
  onEdit: (item: MediaItem) => void;
  onDelete: (item: MediaItem) => void;
  /** `range`: with all since the last one. */
  onSelect: (id: string, on: boolean, range: boolean) => void;
}

/** For parts of known height: a change in one lays out nothing around it. */
const contained = '[contain:size_layout_style]';

// Shared elements: React skips them, which counts when results change at each key.
const eye = <Eye className="size-4.5" />;
const pencil = <Pencil className="size-4.5" />;
const bin = <Trash2 className="size-4.5" />;
const tick = <Check className="size-4" strokeWidth={3} />;
// Filled by the button's state, so that the element stays the same.
const star = (
  <Star className="size-4.5 [[aria-pressed=true]>&]:fill-current [[aria-pressed=true]>&]:text-moss" />
);

/** Widest card in device pixels. */
function wantedWidth(): number {
  return Math.round(420 * Math.min(window.devicePixelRatio || 1, 2));
}

/** Milliseconds a picture may load before its ThumbHash is drawn. */
const PATIENCE_MS = 40;

/** Returns the ThumbHash as a picture if `url` does not load soon. */
function usePlaceholder(
  hash: string | null,
  url: string | null,
  isAwaited: boolean,
): string | null {
  const [drawn, setDrawn] = useState<{ url: string | null; picture: string | null } | null>(null);
  useEffect(() => {
    if (!hash || !isAwaited) return;
    const timer = setTimeout(() => setDrawn({ url, picture: placeholderUrl(hash) }), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [hash, url, isAwaited]);
  return drawn !== null && drawn.url === url ? drawn.picture : null;
}

interface MediaThumbnailProps {
  item: MediaItem;
  playing: boolean;
}

/** The picture of a card, with its average colour or ThumbHash until it loads. */
function MediaThumbnail({ item, playing }: MediaThumbnailProps) {
  const [loaded, setLoaded] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const url = useMemo(() => thumbnailUrl(item, wantedWidth()), [item]);
  const placeholder = usePlaceholder(item.placeholder, url, loaded !== url);
  return (
    <div
      className="relative aspect-4/3 overflow-hidden rounded-t-[9px] bg-hairline bg-cover bg-center"
      style={{
        backgroundColor: item.color ?? undefined,
        backgroundImage: placeholder ? `url(${placeholder})` : undefined,
      }}
    >
      {url !== null && url !== broken && (
        <img
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          onLoad={() => setLoaded(url)}
          onError={() => setBroken(url)}
          style={{ objectPosition: objectPosition(item.focus) }}
          className={classNames(
            'size-full object-cover',
            // Hides the last item's picture while this one loads; unlike opacity, visibility builds no layer.
            // A picture from the cache does not fade in.
            loaded !== url ? 'invisible' : placeholder && 'animate-appear',
          )}
        />
      )}
      {item.type === 'video' && (
        <>
          {url === null && <Film className="absolute inset-0 m-auto size-8 text-muted" />}
          <VideoPreview key={item.id} item={item} playing={playing} />
          <VideoMark seconds={item.duration} />
        </>
      )}
    </div>
  );
}

/** The hover preview of a video: muted, looped, from the start each time (spec §2), loaded when it plays. */
function VideoPreview({ item, playing }: MediaThumbnailProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const [isMoving, setIsMoving] = useState(false);
  useEffect(() => {
    const video = ref.current;
    if (!video || !playing) return;
    // Not rendered yet, or unplayable: the poster stays.
    video.play().catch(() => undefined);
    return () => {
      video.pause();
      video.currentTime = 0;
      setIsMoving(false);
    };
  }, [playing]);
  return (
    <video
      ref={ref}
      src={previewUrl(item)}
      muted
      loop
      playsInline
      preload="none"
      tabIndex={-1}
      aria-hidden="true"
      disablePictureInPicture
      onPlaying={() => setIsMoving(true)}
      className={classNames(
        'pointer-events-none absolute inset-0 size-full object-cover transition-opacity duration-200',
        isMoving ? 'opacity-100' : 'opacity-0',
      )}
    />
  );
}

/** '1:05' for 65 seconds. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function VideoMark({ seconds }: { seconds: number | null }) {
  return (
    <span className="absolute right-2 bottom-2 flex h-6 items-center gap-1 rounded-full bg-black/65 px-2 text-xs text-white">
      <Play className="size-3 fill-current" />
      {seconds !== null && clock(seconds)}
    </span>
  );
}

interface SelectBoxProps {
  label: string;
  isChecked: boolean;
  /** In selection mode the box covers the picture. */
  isSelecting: boolean;
  /** `range`: Shift was held. */
  onSelect: (on: boolean, range: boolean) => void;
}

/** The checkbox of a card; outside selection mode it shows on hover and focus. */
function SelectBox({ label, isChecked, isSelecting, onSelect }: SelectBoxProps) {
  return (
    <>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onClick={({ currentTarget, shiftKey }) => onSelect(currentTarget.checked, shiftKey)}
        // `onClick` knows whether Shift was held.
        onChange={() => undefined}
        className={classNames(
          'peer absolute z-10 appearance-none rounded-t-[9px] -outline-offset-2',
          isSelecting ? 'inset-0 size-full cursor-pointer' : 'top-0 right-0 size-11',
        )}
      />
      <span
        aria-hidden="true"
        className={classNames(
          'pointer-events-none absolute top-2.5 right-2.5 inline-flex size-6 items-center justify-center rounded-full border-2',
          isChecked
            ? 'border-moss bg-moss text-on-moss'
            : 'border-white bg-black/35 text-transparent',
          'shadow-[0_0_0_1px_rgb(0_0_0/0.25)]',
          isSelecting ? '' : 'invisible peer-focus-visible:visible group-hover/card:visible',
        )}
      >
        {tick}
      </span>
    </>
  );
}

/** Plays a video while it has hover or keyboard focus, unless the person prefers reduced motion. */
function useHoverPreview() {
  const [playing, setPlaying] = useState(false);
  const start = () => {
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(true);
  };
  const stop = () => setPlaying(false);
  const handlers = {
    // Not for a finger that scrolls by.
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && start(),
    onPointerLeave: stop,
    onFocus: (event: { target: Element }) => event.target.matches(':focus-visible') && start(),
    onBlur: stop,
  };
  return { playing, handlers };
}

/** Whether a press is on a card beside its controls, and did not select text. */
function isOnCard({ target }: MouseEvent): boolean {
  const isSelection = window.getSelection()?.isCollapsed === false;
  return !isSelection && target instanceof Element && target.closest('a, button, input') === null;
}

interface MediaCardProps extends MediaCardActions {
  item: MediaItem;
  isWritable: boolean;
  isSelecting: boolean;
  isSelected: boolean;
}

interface ItemButtonsProps extends Omit<MediaCardActions, 'onSelect'> {
  item: MediaItem;
  /** A cell of a grid: arrow keys reach its buttons, Tab does not. */
  isCell?: boolean;
}

export function ItemButtons({ item, isCell, onFeature, onEdit, onDelete }: ItemButtonsProps) {
  const { t } = useTranslation();
  const { title, featured } = item;
  const preview = item.status === 'draft' && !isCell ? previewOfItem(item) : null;
  const cell = (name: string) => isCell && { 'data-cell': name, tabIndex: -1 };
  return (
    <>
      <IconButton
        {...cell('feature')}
        label={t(featured ? 'unfeature' : 'feature', { title })}
        aria-pressed={featured}
        onClick={() => onFeature(item)}
      >
        {star}
      </IconButton>
      {!isCell && <span className="flex-1" />}
      {preview && (
        <IconLink label={t('previewItem', { title })} href={preview}>
          {eye}
        </IconLink>
      )}
      <IconButton
        {...cell('details')}
        label={t('editNamed', { name: title })}
        onClick={() => onEdit(item)}
      >
        {pencil}
      </IconButton>
      <IconButton
        {...cell('remove')}
        label={t('deleteNamed', { name: title })}
        className="hover:bg-danger-wash hover:text-danger"
        onClick={() => onDelete(item)}
      >
        {bin}
      </IconButton>
    </>
  );
}

export const MediaCard = memo(function MediaCard(props: MediaCardProps) {
  const { item, isWritable, isSelecting, isSelected, onEdit, onSelect } = props;
  const { t } = useTranslation();
  const titleId = useId();
  const preview = useHoverPreview();
  const { title } = item;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the pencil does the same by keys
    <article
      aria-labelledby={titleId}
      onClick={(event) => {
        if (isWritable && !isSelecting && isOnCard(event)) onEdit(item);
      }}
      {...(item.type === 'video' ? preview.handlers : {})}
      className={classNames(
        'group/card rounded-lg border bg-surface',
        isSelected ? 'border-moss ring-2 ring-moss' : 'border-hairline',
      )}
    >
      <div className={`relative aspect-4/3 ${contained}`}>
        <MediaThumbnail item={item} playing={preview.playing} />
        <StateBadges item={item} className="absolute top-2 left-2" />
        {isWritable && (
          <SelectBox
            label={t('selectItem', { title })}
            isChecked={isSelected}
            isSelecting={isSelecting}
            onSelect={(on, range) => onSelect(item.id, on, range)}
          />
        )}
      </div>
      <div className="px-4 pt-3 pb-2">
        <h2 id={titleId} className={`h-[1lh] truncate font-medium ${contained}`} title={title}>
          {title}
        </h2>
        <p className={`flex h-[1lh] min-w-0 gap-3 text-small text-muted ${contained}`}>
          <span className="shrink-0">{categoryText(item.category)}</span>
          <ShownPlace {...item} level={item.guard?.level ?? null} />
        </p>
        {item.processing === 'failed' && item.processingError && (
          <p className="mt-1 text-small wrap-anywhere text-danger">
            {serverText(item.processingError)}
          </p>
        )}
        <div
          className={classNames(
            'mt-1 -mr-2 -ml-2.5 flex items-center',
            isWritable && `h-10 ${contained}`,
          )}
        >
          {isWritable && <ItemButtons {...props} />}
          {!isWritable && item.featured && (
            <Star aria-label={t('featured')} className="m-2.5 size-4.5 fill-current text-moss" />
          )}
        </div>
      </div>
    </article>
  );
});
