/** The bar below a video: timeline, play, sound, time, full screen. */
import { playerCopy as copy } from '#copy/scripts.ts';
import { build, icon, on } from '#lib/dom.ts';
import { clockTime } from '#lib/texts.ts';
import {
  canFillScreen,
  clockAt,
  loadedUntil,
  positionText,
  screenOf,
  setVolume,
  toggleFullscreen,
  toggleMute,
  togglePlay,
  videoLength,
} from './player-commands.ts';

const SPEAKER = 'M3.5 9.4h3.4l4.6-4v13.2l-4.6-4H3.5z';
const icons = {
  play: ['', 'M7 4.6v14.8L19.5 12z'],
  pause: ['', 'M6.5 5h3.6v14H6.5zM13.9 5h3.6v14h-3.6z'],
  sound: ['M15 9a4.2 4.2 0 0 1 0 6M17.6 6.4a8 8 0 0 1 0 11.2', SPEAKER],
  silence: ['M15.5 9.5l5 5M20.5 9.5l-5 5', SPEAKER],
  enlarge: ['M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5'],
  reduce: ['M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5'],
} satisfies Record<string, [line: string, solid?: string]>;
type IconName = keyof typeof icons;

export function playerIcon(name: IconName): SVGSVGElement {
  const [line, solid] = icons[name];
  return icon(line, solid);
}

/** A button; {@link relabel} sets its icon and name. */
function makeButton(className: string, onPress: () => void): HTMLButtonElement {
  const button = build('button', { type: 'button', class: `player__button ${className}` });
  button.addEventListener('click', onPress);
  return button;
}

function relabel(button: HTMLButtonElement, name: IconName, label: string): void {
  if (button.title === label) return;
  button.title = label;
  button.setAttribute('aria-label', label);
  button.replaceChildren(playerIcon(name));
}

function makeSlider(
  className: string,
  attributes: { 'aria-label': string; max: string; step: string },
  onInput: (value: number) => void,
): HTMLInputElement {
  const slider = build('input', { class: className, type: 'range', min: '0', ...attributes });
  slider.addEventListener('input', () => onInput(slider.valueAsNumber));
  return slider;
}

/** On iPhones only the device's buttons set the volume. */
function canSetVolume(): boolean {
  const video = build('video');
  video.volume = 0.5;
  return video.volume === 0.5;
}

function createSound(video: HTMLVideoElement, signal: AbortSignal) {
  const mute = makeButton('player__mute', () => toggleMute(video));
  const volume = makeSlider(
    'player__volume',
    { 'aria-label': copy.volume, max: '1', step: '0.05' },
    (value) => setVolume(video, value),
  );
  volume.hidden = !canSetVolume();
  const show = () => {
    const loudness = video.muted ? 0 : video.volume;
    if (loudness === 0) relabel(mute, 'silence', copy.unmute);
    else relabel(mute, 'sound', copy.mute);
    volume.value = String(loudness);
    volume.style.setProperty('--played', String(loudness));
    volume.setAttribute('aria-valuetext', copy.volumeText(Math.round(loudness * 100)));
  };
  on(video, ['volumechange'], show, { signal });
  show();
  return { mute, volume };
}

/** Position, buffered part, and '0:12 / 1:05'. */
function createTimeline(video: HTMLVideoElement, signal: AbortSignal) {
  const seek = makeSlider(
    'player__seek',
    { 'aria-label': copy.seek, max: '0', step: '0.1' },
    (seconds) => {
      video.currentTime = seconds;
    },
  );
  const line = build('div', { class: 'player__line' }, seek);
  const at = build('span');
  const length = build('span', { class: 'player__length' });
  // Hidden from screen readers: the slider announces it.
  const clock = build('span', { class: 'player__clock', 'aria-hidden': 'true' }, at, ' / ', length);

  const show = () => {
    const [now, end] = [video.currentTime, videoLength(video)];
    const part = (seconds: number) => String(end > 0 ? Math.min(1, seconds / end) : 0);
    seek.max = String(end);
    seek.value = String(now);
    const words = positionText(now, end);
    if (seek.getAttribute('aria-valuetext') !== words) {
      seek.setAttribute('aria-valuetext', words);
      at.textContent = clockAt(now);
      length.textContent = clockTime(end);
    }
    line.style.setProperty('--played', part(now));
    line.style.setProperty('--loaded', part(loadedUntil(video.buffered, now)));
  };
  // `timeupdate` fires four times a second, in visible steps on the timeline of a short video.
  let frame = 0;
  const follow = () => {
    cancelAnimationFrame(frame);
    show();
    if (!video.paused) frame = requestAnimationFrame(follow);
  };
  const moves = ['play', 'playing', 'pause', 'timeupdate', 'seeking', 'seeked', 'emptied'];
  on(video, moves, follow, { signal });
  on(video, ['progress', 'loadedmetadata', 'durationchange'], show, { signal });
  signal.addEventListener('abort', () => cancelAnimationFrame(frame));
  show();
  return { line, seek, clock };
}

/** Makes the bar, which follows the video until the signal aborts. */
export function createControls(video: HTMLVideoElement, root: HTMLElement, signal: AbortSignal) {
  const play = makeButton('player__play', () => togglePlay(video));
  const screen = makeButton('player__screen', () => toggleFullscreen(video, root));
  screen.hidden = !canFillScreen(video);
  const showPlay = () => {
    root.toggleAttribute('data-playing', !video.paused);
    if (video.paused) relabel(play, 'play', copy.play);
    else relabel(play, 'pause', copy.pause);
  };
  const showScreen = () => {
    if (document.fullscreenElement === screenOf(root))
      relabel(screen, 'reduce', copy.leaveFullscreen);
    else relabel(screen, 'enlarge', copy.fullscreen);
  };
  on(video, ['play', 'pause', 'emptied'], showPlay, { signal });
  on(document, ['fullscreenchange'], showScreen, { signal });
  showPlay();
  showScreen();

  const { line, seek, clock } = createTimeline(video, signal);
  const { mute, volume } = createSound(video, signal);
  const row = build('div', { class: 'player__row' }, play, mute, volume, clock, screen);
  const bar = build('div', { class: 'player__bar' }, line, row);
  return { bar, seek, volume };
}
