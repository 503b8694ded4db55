/** What the player has to say: that it is loading, that it can't, that there is sound to be had. */
import { playerCopy } from '#copy/player.ts';
import { toggleMute } from './player-commands.ts';
import { make, makeIcon } from './player-elements.ts';

/** A film that has to wait shorter than this says nothing of it. */
export const LOADING_AFTER_MS = 500;

/** Wants to go on, and can't yet (pure). */
export function isStalled(video: {
  paused: boolean;
  seeking: boolean;
  readyState: number;
  error: unknown;
}): boolean {
  if (video.error) return false;
  // 3: there is at least one more frame to show. Before a paused film has begun, nobody waits.
  return video.paused ? video.seeking && video.readyState > 0 : video.readyState < 3;
}

function createLoading(video: HTMLVideoElement, signal: AbortSignal): HTMLElement {
  // There from the start: a region that comes with its words may stay unread.
  const element = make('div', 'player__loading');
  element.setAttribute('role', 'status');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
    element.replaceChildren();
  };
  const show = () => {
    element.replaceChildren(make('span', 'visually-hidden', playerCopy.loading));
  };
  const look = () => {
    if (!isStalled(video)) clear();
    else timer ??= setTimeout(show, LOADING_AFTER_MS);
  };
  const events = ['waiting', 'play', 'playing', 'canplay', 'pause', 'seeking', 'seeked', 'error'];
  for (const event of [...events, 'emptied', 'timeupdate'])
    video.addEventListener(event, look, { signal });
  signal.addEventListener('abort', clear);
  return element;
}

/** Loads the film again and goes on where it was. */
function retry(video: HTMLVideoElement): void {
  const at = video.currentTime;
  video.load();
  if (at > 0) video.currentTime = at;
  video.play().catch(() => undefined); // fails again: says so again
}

/** Whether the film can't be shown at all, its `<source>` elements included (pure). */
export function isBroken(video: { error: unknown; networkState: number }): boolean {
  return video.error !== null || video.networkState === 3; // no source of it can be played
}

function createFailure(
  video: HTMLVideoElement,
  root: HTMLElement,
  signal: AbortSignal,
): HTMLElement {
  const element = make('div', 'player__failure');
  element.setAttribute('role', 'alert');
  const show = () => {
    const isFailed = isBroken(video);
    if (isFailed === root.hasAttribute('data-failed')) return;
    root.toggleAttribute('data-failed', isFailed);
    if (!isFailed) return element.replaceChildren();
    const again = make('button', 'player__retry', playerCopy.retry);
    again.type = 'button';
    again.addEventListener('click', () => {
      root.focus({ preventScroll: true }); // the button goes
      retry(video);
    });
    element.replaceChildren(make('p', '', playerCopy.failed), again);
  };
  // An error of a <source> does not bubble, but it can be caught on its way down.
  video.addEventListener('error', () => setTimeout(show), { signal, capture: true });
  for (const event of ['emptied', 'loadedmetadata', 'playing'])
    video.addEventListener(event, show, { signal });
  show();
  return element;
}

/** True when the browser can tell that the film has no sound; each has its own way to say so. */
export function isSilentFilm(video: object): boolean {
  const told = (name: string): unknown => Reflect.get(video, name);
  const tracks = told('audioTracks');
  if (typeof tracks === 'object' && tracks !== null) return Reflect.get(tracks, 'length') === 0;
  return told('mozHasAudio') === false || told('webkitAudioDecodedByteCount') === 0;
}

/** Seconds after which a film with sound has let some of it be decoded. */
const SOUND_BY = 0.5;

/** Offers the sound of a film that could start by itself only without. */
export function offerSound(video: HTMLVideoElement, root: HTMLElement, signal: AbortSignal): void {
  const words = make('span', '', playerCopy.unmute);
  const button = make('button', 'player__offer', makeIcon('silence'), words);
  button.type = 'button';
  const ending = new AbortController();
  const end = () => {
    if (button.contains(document.activeElement)) root.focus({ preventScroll: true });
    button.remove();
    ending.abort();
  };
  const look = () => {
    const knowsBetter = video.currentTime > SOUND_BY && isSilentFilm(video);
    if (!video.muted || knowsBetter) end();
  };
  button.addEventListener('click', () => toggleMute(video));
  for (const event of ['volumechange', 'timeupdate'])
    video.addEventListener(event, look, { signal: ending.signal });
  signal.addEventListener('abort', end);
  root.append(button);
}

/** The notices of a player, to be put over its film. */
export function createNotices(
  video: HTMLVideoElement,
  root: HTMLElement,
  signal: AbortSignal,
): HTMLElement[] {
  const mark = make('span', 'player__mark', makeIcon('play'));
  mark.setAttribute('aria-hidden', 'true');
  return [mark, createLoading(video, signal), createFailure(video, root, signal)];
}
