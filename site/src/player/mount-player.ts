/** The video player (spec §2 Media library, §4 Video player; decision 023). */
import { playerCopy } from '#copy/player.ts';
import { autoplay as startByItself } from './autoplay.ts';
import { createControlBar } from './control-bar.ts';
import { fillsScreen, toggleFullscreen } from './fullscreen.ts';
import { hideWhenIdle } from './idle-controls.ts';
import { liftCaptions } from './lift-captions.ts';
import { commandFor, type KeyPlace, run, togglePlay } from './player-commands.ts';
import { make } from './player-elements.ts';
import { createNotices, offerSound } from './player-notices.ts';
import { recallSound } from './sound-memory.ts';

export interface PlayerOptions {
  /** Start by itself, as far as the visitor's motion setting and the browser allow it. */
  autoplay: boolean;
}

/** Keeps what happens within the player from the page around it, where arrows and swipes leaf on. */
const keep = (event: Event) => event.stopPropagation();

function listenToKeys(
  video: HTMLVideoElement,
  root: HTMLElement,
  placeOf: (target: EventTarget | null) => KeyPlace,
): void {
  root.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const command = commandFor(event.key, placeOf(event.target));
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    run(command, video, root);
  });
}

/** A click on the picture plays or pauses, a double one fills the screen; a first touch only shows. */
function listenToPicture(video: HTMLVideoElement, root: HTMLElement, signal: AbortSignal): void {
  let onlyShows = false;
  video.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      onlyShows = pointerType === 'touch' && root.hasAttribute('data-idle');
    },
    // Before the controls hear of it and show themselves.
    { signal, capture: true },
  );
  video.addEventListener(
    'click',
    () => {
      // A page around it may have kept the press from doing so.
      if (!root.contains(document.activeElement)) root.focus({ preventScroll: true });
      if (!onlyShows) togglePlay(video);
    },
    { signal },
  );
  video.addEventListener('dblclick', () => toggleFullscreen(video, root), { signal });
}

/**
 * Gives a `<video>` that stands in the page its controls: it moves into a player that fills the
 * element around it, which has to have a size. `data-duration` on the video tells its length in
 * seconds before the file does. Returns what takes the controls away again and leaves the video as
 * it was, at rest.
 */
export function mountPlayer(video: HTMLVideoElement, { autoplay }: PlayerOptions): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const { controls, preload } = video;
  const wasPlaying = !video.paused;

  const root = make('div', 'player');
  root.tabIndex = -1; // takes the focus of a click, so that keys work after it
  root.setAttribute('role', 'group');
  root.setAttribute('aria-label', video.getAttribute('aria-label') ?? playerCopy.controls);
  recallSound(video);
  video.replaceWith(root);
  video.controls = false;
  if (video.preload === 'none') video.preload = 'metadata';
  const { element: bar, seek, volume } = createControlBar(video, root, signal);
  root.append(video, ...createNotices(video, root, signal), bar);

  const showState = () => root.toggleAttribute('data-playing', !video.paused);
  for (const event of ['play', 'pause', 'emptied'])
    video.addEventListener(event, showState, { signal });
  for (const event of ['pointerdown', 'touchstart'])
    bar.addEventListener(event, keep, { passive: true });
  listenToKeys(video, root, (target) => {
    if (target === seek) return 'seek';
    if (target === volume) return 'volume';
    return target instanceof HTMLButtonElement ? 'button' : 'elsewhere';
  });
  listenToPicture(video, root, signal);
  hideWhenIdle(video, root, bar, signal);
  liftCaptions(video, root, bar, signal);
  showState();

  if (wasPlaying)
    video.play().catch(() => undefined); // it stops when it is moved
  else if (autoplay)
    startByItself(video, signal, (result) => {
      if (result === 'plays-muted') offerSound(video, root, signal);
    });

  return () => {
    if (signal.aborted) return;
    ending.abort();
    video.pause();
    if (fillsScreen(root)) document.exitFullscreen().catch(() => undefined);
    Object.assign(video, { controls, preload });
    root.replaceWith(video);
  };
}
