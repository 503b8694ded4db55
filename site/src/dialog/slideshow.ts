/** One picture after the other by itself, until the visitor takes over. */
import type PhotoSwipe from 'photoswipe';
import { on } from '#lib/dom.ts';
import type { DialogList } from './dialog-list.ts';
import { isZoomed } from './picture-stage.ts';

/** How long a picture is shown once it has loaded, and how often it is asked for until then. */
const PACE_MS = 6000;
const LOADING_MS = 250;
const FADE_MS = 450;

interface SlideshowOptions {
  pswp: PhotoSwipe;
  dialog: HTMLElement;
  list: Pick<DialogList, 'first' | 'last'>;
  /** Shows the item at a position; it is still the old one afterwards if that failed. */
  goTo: (index: number) => Promise<void>;
  onChange: (isPlaying: boolean) => void;
}

/** Keeps the screen on; browsers let go of that by themselves when the page is hidden. */
function keepAwake(): () => void {
  const lock = navigator.wakeLock?.request('screen').catch(() => null);
  return () => void lock?.then((sentinel) => sentinel?.release());
}

/**
 * Shows picture after picture, a video to its end, and stops at the last one. A visitor who pages,
 * enlarges a picture or pauses a video stops it; a hidden page holds it. Returns what starts or stops it.
 */
export function createSlideshow(options: SlideshowOptions, signal: AbortSignal): () => void {
  const { pswp, dialog, list, goTo, onChange } = options;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let timer: ReturnType<typeof setTimeout>;
  let isPlaying = false;
  /** Where the slideshow is, or is about to be; anything else was the visitor's wish. */
  let place = 0;
  let sleep = () => {};

  const stop = () => {
    if (!isPlaying) return;
    isPlaying = false;
    clearTimeout(timer);
    sleep();
    onChange(false);
  };
  const wait = (ms = PACE_MS) => {
    clearTimeout(timer);
    timer = setTimeout(step, ms);
  };
  const fade = async (...opacity: [from: number, to: number]) => {
    if (isCalm) return;
    await pswp.currSlide?.container.animate({ opacity }, FADE_MS).finished.catch(() => undefined);
  };
  const step = async () => {
    if (!isPlaying || document.hidden) return;
    const video = pswp.currSlide?.container.querySelector('video');
    if (video && !video.paused && !video.error) return; // its end calls again
    const next = pswp.currIndex + 1;
    if (pswp.contentLoader.getContentByIndex(next)?.isLoading()) return wait(LOADING_MS);
    await fade(1, 0);
    if (!isPlaying) return;
    place = next;
    await goTo(next);
    if (pswp.currIndex === next) fade(0, 1);
    else stop();
  };
  const start = () => {
    isPlaying = true;
    sleep = keepAwake();
    onChange(true);
    place = pswp.currIndex;
    if (place < list.last) return wait();
    place = list.first;
    goTo(place).then(() => pswp.currIndex === place || stop());
  };

  pswp.on('change', () => {
    if (pswp.currIndex === place && place < list.last) wait();
    else stop();
  });
  pswp.on('zoomPanUpdate', () => isZoomed(pswp) && stop());
  // Of the video inside: these don't bubble.
  const onVideo = ({ type, target }: Event) => {
    if (!(target instanceof HTMLVideoElement)) return;
    if (type !== 'pause') step();
    else if (!target.ended) stop();
  };
  on(dialog, ['pause', 'ended', 'error'], onVideo, { signal, capture: true });
  const onVisibility = () => {
    if (document.hidden || !isPlaying) return;
    sleep = keepAwake();
    wait();
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  signal.addEventListener('abort', stop);
  return () => (isPlaying ? stop() : start());
}
