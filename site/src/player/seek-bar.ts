/** The line of a film: where it is, what is there, and any other moment under the pointer. */
import { playerCopy } from '#copy/player.ts';
import { clockTime } from '#lib/duration.ts';
import {
  clockAt,
  filmLength,
  loadedUntil,
  momentBelow,
  partOf,
  positionText,
} from './film-time.ts';
import { make, makeSlider } from './player-elements.ts';

/** Width of the slider's thumb, in pixels; player.css says the same. */
const THUMB_PX = 16;
const STEP_SECONDS = 0.1;

export interface SeekBar {
  element: HTMLElement;
  slider: HTMLInputElement;
  /** '0:12 / 1:05' */
  clock: HTMLElement;
}

export function createSeekBar(video: HTMLVideoElement, signal: AbortSignal): SeekBar {
  const whole = () => filmLength(video.duration, video.dataset.duration);
  const slider = makeSlider(
    'player__seek',
    { label: playerCopy.seek, max: 0, step: STEP_SECONDS },
    (seconds) => {
      video.currentTime = seconds;
    },
  );
  const preview = make('span', 'player__preview');
  preview.setAttribute('aria-hidden', 'true');
  const element = make('div', 'player__line', slider, preview);
  const [at, length] = [make('span', ''), make('span', 'player__length')];
  const clock = make('span', 'player__clock', at, ' / ', length);
  clock.setAttribute('aria-hidden', 'true'); // the slider says it

  const setText = (target: HTMLElement, text: string) => {
    if (target.textContent !== text) target.textContent = text;
  };
  const show = () => {
    const [now, end] = [video.currentTime, whole()];
    slider.max = String(end);
    slider.value = String(now);
    const words = positionText(now, end);
    if (slider.getAttribute('aria-valuetext') !== words)
      slider.setAttribute('aria-valuetext', words);
    setText(at, clockAt(now));
    setText(length, clockTime(end));
    element.style.setProperty('--played', String(partOf(now, end)));
    element.style.setProperty('--loaded', String(partOf(loadedUntil(video.buffered, now), end)));
  };
  // Four times a second is what films tell; a short one would go in steps.
  let frame = 0;
  const follow = () => {
    cancelAnimationFrame(frame);
    show();
    if (!video.paused) frame = requestAnimationFrame(follow);
  };
  for (const event of ['play', 'playing', 'pause', 'timeupdate', 'seeking', 'seeked', 'emptied'])
    video.addEventListener(event, follow, { signal });
  for (const event of ['progress', 'loadedmetadata', 'durationchange'])
    video.addEventListener(event, show, { signal });
  signal.addEventListener('abort', () => cancelAnimationFrame(frame));

  const showMoment = ({ clientX }: PointerEvent) => {
    const moment = momentBelow(clientX, slider.getBoundingClientRect(), THUMB_PX, whole());
    setText(preview, clockAt(moment));
    element.style.setProperty('--pointer', String(partOf(moment, whole())));
  };
  slider.addEventListener('pointermove', showMoment);
  slider.addEventListener('pointerenter', showMoment); // the bar comes up below a pointer at rest
  show();
  return { element, slider, clock };
}
