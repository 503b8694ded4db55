/** Notices of the player: loading, failed, and an offer to unmute. */
import { playerCopy } from '#copy/scripts.ts';
import { build, on } from '#lib/dom.ts';
import { toggleMute } from './player-commands.ts';
import { playerIcon } from './player-controls.ts';

/** A shorter wait shows no notice. */
const LOADING_AFTER_MS = 500;

type Facts = Pick<HTMLVideoElement, 'paused' | 'seeking' | 'readyState'> & { error: unknown };

/** Whether the video waits for data to go on (pure). */
export function isStalled({ paused, seeking, readyState, error }: Facts): boolean {
  if (error) return false;
  // 3: at least one more frame is available. A paused video that has not begun is not waiting.
  return paused ? seeking && readyState > 0 : readyState < 3;
}

function createLoading(video: HTMLVideoElement, signal: AbortSignal): HTMLElement {
  // Present from the start: screen readers may not read a region that is added with its text.
  const element = build('div', { class: 'player__loading', role: 'status' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
    element.replaceChildren();
  };
  const show = () =>
    element.replaceChildren(build('span', { class: 'visually-hidden' }, playerCopy.loading));
  const update = () => {
    if (!isStalled(video)) clear();
    else timer ??= setTimeout(show, LOADING_AFTER_MS);
  };
  const events = ['waiting', 'play', 'playing', 'canplay', 'pause', 'seeking', 'seeked', 'error'];
  on(video, [...events, 'emptied', 'timeupdate'], update, { signal });
  signal.addEventListener('abort', clear);
  return element;
}

/** Reloads the video and continues at the same position. */
function retry(video: HTMLVideoElement): void {
  const at = video.currentTime;
  video.load();
  if (at > 0) video.currentTime = at;
  video.play().catch(() => undefined); // another failure is reported again
}

function createFailure(video: HTMLVideoElement, root: HTMLElement, signal: AbortSignal) {
  const element = build('div', { class: 'player__failure', role: 'alert' });
  const update = () => {
    const isFailed = video.error !== null;
    if (isFailed === root.hasAttribute('data-failed')) return;
    root.toggleAttribute('data-failed', isFailed);
    if (!isFailed) return element.replaceChildren();
    const button = build('button', { type: 'button', class: 'player__retry' }, playerCopy.retry);
    button.addEventListener('click', () => {
      root.focus({ preventScroll: true }); // the button is removed
      retry(video);
    });
    element.replaceChildren(build('p', {}, playerCopy.failed), button);
  };
  on(video, ['error', 'emptied', 'loadedmetadata', 'playing'], update, { signal });
  update();
  return element;
}

/** Whether the browser reports that the video has no sound, each in its own way (pure). */
export function isSilentVideo(video: object): boolean {
  const said = (name: string): unknown => Reflect.get(video, name);
  const tracks = said('audioTracks');
  if (typeof tracks === 'object' && tracks !== null) return Reflect.get(tracks, 'length') === 0;
  return said('mozHasAudio') === false || said('webkitAudioDecodedByteCount') === 0;
}

/** Seconds after which a video with sound has decoded some of it. */
const SOUND_BY = 0.5;

/** Offers to unmute a video that could autoplay only muted. */
export function offerSound(video: HTMLVideoElement, root: HTMLElement, signal: AbortSignal): void {
  const words = build('span', {}, playerCopy.unmute);
  const button = build('button', { class: 'player__offer', type: 'button' }, playerIcon('silence'));
  button.append(words);
  button.addEventListener('click', () => toggleMute(video));
  const ending = new AbortController();
  const end = () => {
    if (button.contains(document.activeElement)) root.focus({ preventScroll: true });
    button.remove();
    ending.abort();
  };
  const update = () => {
    const isSilent = video.currentTime > SOUND_BY && isSilentVideo(video);
    if (!video.muted || isSilent) end();
  };
  on(video, ['volumechange', 'timeupdate'], update, { signal: ending.signal });
  signal.addEventListener('abort', end);
  root.append(button);
}

/** Overlays of the picture: the play mark and the notices. */
export function createNotices(video: HTMLVideoElement, root: HTMLElement, signal: AbortSignal) {
  const mark = build('span', { class: 'player__mark', 'aria-hidden': 'true' }, playerIcon('play'));
  return [mark, createLoading(video, signal), createFailure(video, root, signal)];
}
