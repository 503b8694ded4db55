import type { MediaItem } from '@veldlicht/contract/media';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { previewUrl } from './thumbnail.ts';

/**
 * The film over its still: muted, in a loop, from the start each time (spec §2: hover preview that
 * resets). Nothing is loaded before it plays.
 */
export function VideoPreview({ item, playing }: { item: MediaItem; playing: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  const [moving, setMoving] = useState(false);
  useEffect(() => {
    const film = video.current;
    if (!film || !playing) return;
    // A film that is not there yet, or that the browser can't play: the still stays.
    film.play().catch(() => undefined);
    return () => {
      film.pause();
      film.currentTime = 0;
      setMoving(false);
    };
  }, [playing]);
  return (
    <video
      ref={video}
      src={previewUrl(item)}
      muted
      loop
      playsInline
      preload="none"
      tabIndex={-1}
      aria-hidden="true"
      disablePictureInPicture
      onPlaying={() => setMoving(true)}
      className={classNames(
        'pointer-events-none absolute inset-0 size-full object-cover transition-opacity duration-200',
        moving ? 'opacity-100' : 'opacity-0',
      )}
    />
  );
}
