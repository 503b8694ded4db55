import type { MediaItem } from '@veldlicht/contract/media';
import { Film, Play } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { placeholderUrl, previewUrl, thumbnailUrl } from './media-urls.ts';

/** Card width in CSS pixels at its widest, times the sharpness of the screen. */
function wantedWidth(): number {
  return Math.round(420 * Math.min(window.devicePixelRatio || 1, 2));
}

/** Milliseconds that a picture has to be asked for before its ThumbHash is worth drawing. */
const PATIENCE_MS = 40;

/** The ThumbHash as a picture: only for a `url` that is not there soon. */
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
  /** Its video plays. */
  playing: boolean;
}

/** The picture of a card; until it is there its average colour or ThumbHash stands in. */
export function MediaThumbnail({ item, playing }: MediaThumbnailProps) {
  const [loaded, setLoaded] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const url = useMemo(() => thumbnailUrl(item, wantedWidth()), [item]);
  const placeholder = usePlaceholder(item.placeholder, url, loaded !== url);
  return (
    <div
      className="relative aspect-[4/3] overflow-hidden rounded-t-[9px] bg-hairline bg-cover bg-center"
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
          style={{ objectPosition: `${item.focus.x * 100}% ${item.focus.y * 100}%` }}
          className={classNames(
            'size-full object-cover',
            // Another item's picture, still there while this one comes, goes at once: to hide it that
            // way builds no layer, as a change of opacity would. One that comes at once needs no fading in.
            loaded !== url ? 'invisible' : placeholder && 'animate-appear',
          )}
        />
      )}
      {item.type === 'video' && (
        <>
          {url === null && (
            <Film aria-hidden="true" className="absolute inset-0 m-auto size-8 text-muted" />
          )}
          <VideoPreview key={item.id} item={item} playing={playing} />
          <VideoMark seconds={item.duration} />
        </>
      )}
    </div>
  );
}

/**
 * The video over its poster: muted, in a loop, from the start each time (spec §2: hover preview that
 * resets). Nothing is loaded before it plays.
 */
function VideoPreview({ item, playing }: MediaThumbnailProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const [isMoving, setIsMoving] = useState(false);
  useEffect(() => {
    const video = ref.current;
    if (!video || !playing) return;
    // One that is not there yet, or that the browser can't play: the poster stays.
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
      <Play aria-hidden="true" className="size-3 fill-current" />
      {seconds !== null && clock(seconds)}
    </span>
  );
}
