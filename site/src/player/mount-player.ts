/** The video player (spec §2 Media library, §4 Video player; decision 015). */
import { playerCopy } from '#copy/scripts.ts';
import { build, on } from '#lib/dom.ts';
import { commandFor, recallSound, run, toggleFullscreen, togglePlay } from './player-commands.ts';
import { createControls } from './player-controls.ts';
import { createNotices, offerSound } from './player-notices.ts';
import { chooseSource } from './player-source.ts';

/** Delays before a video autoplays, and before its controls hide (spec §4, §9). */
const AUTOPLAY_DELAY_MS = 100;
const CONTROLS_HIDE_MS = 1500;

export interface PlayerOptions {
  /** Starts without a click, if the visitor's motion setting and the browser allow it. */
  autoplay: boolean;
}

/** Plays with sound, or muted where the browser allows sound only after a click. */
export async function playIfAllowed(
  video: Pick<HTMLVideoElement, 'play' | 'muted'>,
): Promise<'plays' | 'plays-muted' | 'refused' | 'failed'> {
  const wasMuted = video.muted;
  try {
    await video.play();
    return 'plays';
  } catch (error) {
    const isRefusal = error instanceof DOMException && error.name === 'NotAllowedError';
    if (!isRefusal) return 'failed'; // paused or removed by now, or not playable
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

/** Resolves when the page is visible: a video in a background tab waits. */
function whenVisible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    on(document, ['visibilitychange'], () => document.hidden || resolve(), { signal });
  });
}

/**
 * Autoplays the video, unless the visitor prefers reduced motion or has
 * already used it.
 */
function startByItself(video: HTMLVideoElement, root: HTMLElement, signal: AbortSignal): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  let wasTouched = false;
  const touched = () => {
    wasTouched = true;
  };
  on(video, ['play', 'seeking'], touched, { signal });
  setTimeout(async () => {
    await whenVisible(signal);
    if (wasTouched || !video.paused || signal.aborted) return;
    const result = await playIfAllowed(video);
    if (result === 'plays-muted' && !signal.aborted) offerSound(video, root, signal);
  }, AUTOPLAY_DELAY_MS);
}

/**
 * Hides the controls 1.5 s after the mouse left or came to rest; never while the video is paused, a
 * slider is held, or a control has keyboard focus.
 */
function hideWhenIdle(
  video: HTMLVideoElement,
  root: HTMLElement,
  bar: HTMLElement,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout>;
  const wake = () => {
    clearTimeout(timer);
    root.removeAttribute('data-idle');
    timer = setTimeout(() => {
      if (video.paused || bar.querySelector(':active, :focus-visible')) return wake();
      root.toggleAttribute('data-idle', true);
    }, CONTROLS_HIDE_MS);
  };
  let place = '';
  root.addEventListener('pointermove', ({ clientX, clientY }) => {
    // Browsers also fire this for a resting pointer when something changes below it.
    const isMove = place !== `${clientX} ${clientY}`;
    place = `${clientX} ${clientY}`;
    if (isMove) wake();
  });
  on(root, ['pointerleave', 'focusin', 'focusout', 'keydown'], wake, { signal });
  on(video, ['play', 'pause', 'error'], wake, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  wake();
}

/** A click on the picture plays or pauses, a double click fills the screen; a first touch only shows the controls. */
function listenToPicture(video: HTMLVideoElement, root: HTMLElement, signal: AbortSignal): void {
  let onlyShows = false;
  const press = (event: Event) => {
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
    onlyShows = isTouch && root.hasAttribute('data-idle');
  };
  const click = () => {
    // The page may have prevented the press from moving the focus.
    if (!root.contains(document.activeElement)) root.focus({ preventScroll: true });
    if (!onlyShows) togglePlay(video);
  };
  // Captured, to run before the controls show.
  on(video, ['pointerdown'], press, { signal, capture: true });
  on(video, ['click'], click, { signal });
  on(video, ['dblclick'], () => toggleFullscreen(video, root), { signal });
}

/**
 * Gives a `<video>` its controls: moves it into a player that fills the parent element, which must
 * have a size. `data-duration` on the video is its length in seconds until the file has loaded.
 * Returns a function that removes the controls and leaves the video as it was, paused.
 */
export function mountPlayer(video: HTMLVideoElement, { autoplay }: PlayerOptions): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const { controls, preload } = video;
  const wasPlaying = !video.paused;
  const label = video.getAttribute('aria-label') ?? playerCopy.controls;
  // Focusable by a click, so that keys work after it.
  const attributes = { class: 'player', role: 'group', 'aria-label': label, tabindex: '-1' };
  const root = build('div', attributes);
  recallSound(video);
  video.replaceWith(root);
  video.controls = false;
  // Before any of the video loads.
  chooseSource(video, root, signal);
  if (video.preload === 'none') video.preload = 'metadata';
  const { bar, seek, volume } = createControls(video, root, signal);
  root.append(video, ...createNotices(video, root, signal), bar);

  // Keeps arrows and swipes from paging the dialog around it.
  const keep = (event: Event) => event.stopPropagation();
  on(bar, ['pointerdown', 'touchstart'], keep, { signal, passive: true });
  const placeOf = (target: EventTarget | null) => {
    if (target === seek) return 'seek';
    if (target === volume) return 'volume';
    return target instanceof HTMLButtonElement ? 'button' : 'elsewhere';
  };
  root.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const command = commandFor(event.key, placeOf(event.target));
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    run(command, video, root);
  });
  listenToPicture(video, root, signal);
  hideWhenIdle(video, root, bar, signal);

  // Moving a video pauses it.
  if (wasPlaying) video.play().catch(() => undefined);
  else if (autoplay) startByItself(video, root, signal);

  return () => {
    if (signal.aborted) return;
    ending.abort();
    video.pause();
    if (document.fullscreenElement === root) document.exitFullscreen().catch(() => undefined);
    Object.assign(video, { controls, preload });
    root.replaceWith(video);
  };
}
