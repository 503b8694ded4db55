/** What a visitor may ask of a film, by hand or by key. */

import { filmLength } from './film-time.ts';
import { toggleFullscreen } from './fullscreen.ts';
import { rememberSound } from './sound-memory.ts';

export type Command =
  | { do: 'toggle' | 'mute' | 'fullscreen' }
  | { do: 'seekBy'; seconds: number }
  | { do: 'seekTo'; part: number }
  | { do: 'volumeBy'; amount: number };

/** Seconds per arrow key. */
const SEEK_STEP = 5;
/** Seconds per Page Up and Page Down on the slider. */
const SEEK_LEAP = 30;
/** Part of the full volume per arrow key. */
const VOLUME_STEP = 0.1;
/** Loudness of a film that was turned down to nothing and is switched on. */
const SOFT = 0.5;

/** Where the focus is: keys mean what people expect of that control. */
export type KeyPlace = 'seek' | 'volume' | 'button' | 'elsewhere';

const seekBy = (seconds: number): Command => ({ do: 'seekBy', seconds });
const volumeBy = (amount: number): Command => ({ do: 'volumeBy', amount });
const seekTo = (part: number): Command => ({ do: 'seekTo', part });

const everywhere: Record<string, Command> = {
  ' ': { do: 'toggle' },
  k: { do: 'toggle' },
  m: { do: 'mute' },
  f: { do: 'fullscreen' },
  Home: seekTo(0),
  End: seekTo(1),
  ArrowLeft: seekBy(-SEEK_STEP),
  ArrowRight: seekBy(SEEK_STEP),
  ArrowUp: volumeBy(VOLUME_STEP),
  ArrowDown: volumeBy(-VOLUME_STEP),
};
const onSeek: Record<string, Command> = {
  ArrowUp: seekBy(SEEK_STEP),
  ArrowDown: seekBy(-SEEK_STEP),
  PageUp: seekBy(SEEK_LEAP),
  PageDown: seekBy(-SEEK_LEAP),
};
const onVolume: Record<string, Command | null> = {
  ArrowLeft: volumeBy(-VOLUME_STEP),
  ArrowRight: volumeBy(VOLUME_STEP),
  Home: volumeBy(-1),
  End: volumeBy(1),
};

/** The command of a key, or null for a key that is not the player's (pure). */
export function commandFor(key: string, place: KeyPlace): Command | null {
  if (place === 'button' && key === ' ') return null; // presses the button
  if (/^\d$/.test(key)) return seekTo(Number(key) / 10);
  const name = key.length === 1 ? key.toLowerCase() : key;
  const special = place === 'seek' ? onSeek[name] : place === 'volume' ? onVolume[name] : undefined;
  return special ?? everywhere[name] ?? null;
}

const within = (value: number) => Math.min(1, Math.max(0, value));

/** Sets how loud it is, 0 to 1, and remembers it for the session. Nothing at all is silence. */
export function setVolume(video: HTMLVideoElement, volume: number): void {
  // Steps of a tenth add up to 0.30000000000000004.
  video.volume = Math.round(within(volume) * 100) / 100;
  video.muted = video.volume === 0;
  rememberSound(video);
}

/** Sound off, or on again: audibly, also when it was turned down to nothing. */
export function toggleMute(video: HTMLVideoElement): void {
  video.muted = !video.muted;
  if (!video.muted && video.volume === 0) video.volume = SOFT;
  rememberSound(video);
}

/** Plays or pauses. A film that can't be played tells so by its `error` event. */
export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) video.play().catch(() => undefined);
  else video.pause();
}

/** Does what was asked. `root` is the player that fills the screen. */
export function run(command: Command, video: HTMLVideoElement, root: HTMLElement): void {
  const whole = filmLength(video.duration, video.dataset.duration);
  const seek = (seconds: number) => {
    video.currentTime = Math.min(whole, Math.max(0, seconds));
  };
  if (command.do === 'toggle') togglePlay(video);
  if (command.do === 'mute') toggleMute(video);
  if (command.do === 'fullscreen') toggleFullscreen(video, root);
  if (command.do === 'seekBy') seek(video.currentTime + command.seconds);
  if (command.do === 'seekTo') seek(whole * command.part);
  if (command.do === 'volumeBy')
    setVolume(video, (video.muted ? 0 : video.volume) + command.amount);
}
