import type { MediaItem } from '@veldlicht/contract/media';
import { Film, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { placeholderUrl, thumbnailUrl } from './thumbnail.ts';

/** Card width in CSS pixels at its widest, times the sharpness of the screen. */
function wantedWidth(): number {
  return Math.round(420 * Math.min(window.devicePixelRatio || 1, 2));
}

/** The picture of a card; until it is there its ThumbHash or average colour stands in. */
export function MediaThumbnail({ item }: { item: MediaItem }) {
  const [loaded, setLoaded] = useState(false);
  const [broken, setBroken] = useState<string | null>(null);
  const url = thumbnailUrl(item, wantedWidth());
  const placeholder = useMemo(() => placeholderUrl(item.placeholder), [item.placeholder]);
  return (
    <div
      className="relative aspect-[4/3] overflow-hidden bg-hairline bg-cover bg-center"
      style={{
        backgroundColor: item.color ?? undefined,
        backgroundImage: placeholder ? `url(${placeholder})` : undefined,
      }}
    >
      {url !== null && url !== broken && (
        <img
          key={url}
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setLoaded(true)}
          onError={() => setBroken(url)}
          style={{ objectPosition: `${item.focus.x * 100}% ${item.focus.y * 100}%` }}
          className={classNames(
            'size-full object-cover transition-opacity duration-200',
            loaded ? 'opacity-100' : 'opacity-0',
          )}
        />
      )}
      {url === null && item.type === 'video' && (
        <Film aria-hidden="true" className="absolute inset-0 m-auto size-8 text-muted" />
      )}
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
