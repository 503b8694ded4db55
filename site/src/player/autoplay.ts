/** A film that starts by itself, as far as the visitor and the browser want it to. */
import { VIDEO_AUTOPLAY_DELAY_MS } from '@veldlicht/contract/limits';

/** What starting by itself came to. */
export type Autoplay = 'plays' | 'plays-muted' | 'refused' | 'failed';

const isRefusal = (error: unknown) =>
  error instanceof DOMException && error.name === 'NotAllowedError';

/** Plays with sound; where the browser allows that only after a click, without; else not. */
export async function playIfAllowed(
  video: Pick<HTMLVideoElement, 'play' | 'muted'>,
): Promise<Autoplay> {
  const wasMuted = video.muted;
  try {
    await video.play();
    return 'plays';
  } catch (error) {
    if (!isRefusal(error)) return 'failed'; // paused or taken away meanwhile, or not playable
    if (wasMuted) return 'refused';
  }
  video.muted = true;
  try {
    await video.play();
    return 'plays-muted';
  } catch {
    video.muted = wasMuted;
    return 'refused';
  }
}

/** Resolves when the page can be seen: a film in a tab at the back waits for its visitor. */
function whenSeen(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const seen = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', seen);
      resolve();
    };
    document.addEventListener('visibilitychange', seen, { signal });
  });
}

/**
 * Starts the film after 100 ms (spec §4, §9), unless the visitor wants little motion (product
 * decisions §6) or was first. Tells what came of it when it was tried.
 */
export function autoplay(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onTried: (result: Autoplay) => void,
): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  let wasTouched = false;
  const touched = () => {
    wasTouched = true;
  };
  for (const event of ['play', 'seeking']) video.addEventListener(event, touched, { signal });
  const start = async () => {
    await whenSeen(signal);
    if (wasTouched || !video.paused || signal.aborted) return;
    const result = await playIfAllowed(video);
    if (!signal.aborted) onTried(result);
  };
  const timer = setTimeout(start, VIDEO_AUTOPLAY_DELAY_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
