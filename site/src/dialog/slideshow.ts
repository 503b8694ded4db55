/** Shows one picture after the other, until the visitor takes over. */
import type PhotoSwipe from 'photoswipe';
import { on } from '#lib/dom.ts';
import type { DialogList } from './dialog-list.ts';
import { isZoomed } from './picture-stage.ts';

/** How long a loaded picture is shown, and how often loading is checked until then. */
const PACE_MS = 6000;
const LOADING_MS = 250;
const FADE_MS = 450;

interface SlideshowOptions {
  pswp: PhotoSwipe;
  dialog: HTMLElement;
  list: Pick<DialogList, 'first' | 'last'>;
  /** Shows the item at a position; keeps the current one if that fails. */
  goTo: (index: number) => Promise<void>;
  onChange: (isPlaying: boolean) => void;
}

/** Keeps the screen on; browsers release this themselves when the page is hidden. */
function keepAwake(): () => void {
  const lock = navigator.wakeLock?.request('screen').catch(() => null);
  return () => void lock?.then((sentinel) => sentinel?.release());
}

/**
 * Shows picture after picture, a video to its end, and stops at the last one. It also stops when the visitor pages,
 * enlarges a picture or pauses a video, and waits while the page is hidden. Returns a function that starts or stops it.
 */
export function createSlideshow(options: SlideshowOptions, signal: AbortSignal): () => void {
  const { pswp, dialog, list, goTo, onChange } = options;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let timer: ReturnType<typeof setTimeout>;
  let isPlaying = false;
  /** Position of the slideshow, or its next one; any other position is the visitor's choice. */
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
    if (video && !video.paused && !video.error) return; // called again when it ends
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
  // Captured, since the events of the video inside don't bubble.
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
