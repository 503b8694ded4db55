import type { MediaItem } from '@veldlicht/contract/media';
import { Film, Play } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { placeholderUrl, thumbnailUrl } from './thumbnail.ts';
import { VideoPreview } from './video-preview.tsx';

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
      {url === null && item.type === 'video' && (
        <Film aria-hidden="true" className="absolute inset-0 m-auto size-8 text-muted" />
      )}
      {item.type === 'video' && <VideoPreview key={item.id} item={item} playing={playing} />}
      {item.type === 'video' && <VideoMark seconds={item.duration} />}
    </div>
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
