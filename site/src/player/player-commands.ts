/** Commands of the player, by pointer or by key. */
import { playerCopy } from '#copy/scripts.ts';
import { clockTime } from '#lib/texts.ts';

export type Command =
  | { do: 'toggle' | 'mute' | 'fullscreen' }
  | { do: 'seekBy'; seconds: number }
  | { do: 'seekTo'; part: number }
  | { do: 'volumeBy'; amount: number };

/** Seconds per arrow key, and per Page Up and Page Down on the slider. */
const SEEK_STEP = 5;
const SEEK_LEAP = 30;
/** Part of the full volume per arrow key. */
const VOLUME_STEP = 0.1;
/** Volume of a video that is unmuted at volume 0. */
const SOFT = 0.5;

/** Where the focus is: keys work as expected of that control. */
export type KeyPlace = 'seek' | 'volume' | 'button' | 'elsewhere';

const seekBy = (seconds: number): Command => ({ do: 'seekBy', seconds });
const volumeBy = (amount: number): Command => ({ do: 'volumeBy', amount });
const seekTo = (part: number): Command => ({ do: 'seekTo', part });

const keys: Record<KeyPlace, Record<string, Command>> = {
  elsewhere: {
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
  },
  seek: {
    ArrowUp: seekBy(SEEK_STEP),
    ArrowDown: seekBy(-SEEK_STEP),
    PageUp: seekBy(SEEK_LEAP),
    PageDown: seekBy(-SEEK_LEAP),
  },
  volume: {
    ArrowLeft: volumeBy(-VOLUME_STEP),
    ArrowRight: volumeBy(VOLUME_STEP),
    Home: volumeBy(-1),
    End: volumeBy(1),
  },
  button: {},
};

/** The command of a key, or null for a key that is not the player's (pure). */
export function commandFor(key: string, place: KeyPlace): Command | null {
  if (place === 'button' && key === ' ') return null; // presses the button
  if (/^\d$/.test(key)) return seekTo(Number(key) / 10);
  const name = key.length === 1 ? key.toLowerCase() : key;
  return keys[place][name] ?? keys.elsewhere[name] ?? null;
}

/** Length of the video in seconds: from the file or, until it loads, from the page. */
export function videoLength({ duration, dataset }: HTMLVideoElement): number {
  const known = [duration, Number(dataset.duration)];
  return known.find((seconds) => Number.isFinite(seconds) && seconds > 0) ?? 0;
}

/** '0:12': rounded down, so that the last second is not shown before it has passed. */
export const clockAt = (seconds: number) => clockTime(Math.floor(seconds));

/** '0:12 van 1:05'. */
export function positionText(at: number, whole: number): string {
  return playerCopy.position(clockAt(at), clockTime(whole));
}

/** End of the part buffered without a gap from `at`, in seconds. */
export function loadedUntil(ranges: Pick<TimeRanges, 'length' | 'start' | 'end'>, at: number) {
  for (let i = 0; i < ranges.length; i++)
    // A key frame may start shortly after the requested moment.
    if (ranges.start(i) <= at + 0.1 && ranges.end(i) >= at) return ranges.end(i);
  return at;
}

const SOUND_KEY = 'veldlicht-sound';

interface Sound {
  /** 0 to 1. */
  volume: number;
  muted: boolean;
}

/** The stored volume, or null if there is none or it is not from a player (pure). */
export function readSound(text: string | null): Sound | null {
  try {
    const { volume, muted } = JSON.parse(text ?? 'null') ?? {};
    return typeof muted === 'boolean' && volume >= 0 && volume <= 1 ? { volume, muted } : null;
  } catch {
    return null;
  }
}

/** Gives a video the volume of the previous one, for as long as the tab is open. */
export function recallSound(video: Sound): void {
  try {
    Object.assign(video, readSound(sessionStorage.getItem(SOUND_KEY)));
  } catch {
    // Storage may be disabled; the video plays anyway.
  }
}

function rememberSound({ volume, muted }: Sound): void {
  try {
    sessionStorage.setItem(SOUND_KEY, JSON.stringify({ volume, muted }));
  } catch {
    // As above.
  }
}

const within = (value: number, max: number) => Math.min(max, Math.max(0, value));

/** Sets the volume, 0 to 1, and stores it. 0 mutes. */
export function setVolume(video: HTMLVideoElement, volume: number): void {
  // Steps of a tenth add up to 0.30000000000000004.
  video.volume = Math.round(within(volume, 1) * 100) / 100;
  video.muted = video.volume === 0;
  rememberSound(video);
}

/** Mutes or unmutes; unmuting at volume 0 makes it audible. */
export function toggleMute(video: HTMLVideoElement): void {
  video.muted = !video.muted;
  if (!video.muted && video.volume === 0) video.volume = SOFT;
  rememberSound(video);
}

/** Plays or pauses. A video that can't be played fires `error`. */
export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) video.play().catch(() => undefined);
  else video.pause();
}

/** Full screen for the video alone, on iPhones; not standard, so not in the types. */
function nativeFullscreen(video: HTMLVideoElement): (() => void) | null {
  const enter: unknown = Reflect.get(video, 'webkitEnterFullscreen');
  return typeof enter === 'function' ? () => enter.call(video) : null;
}

export function canFillScreen(video: HTMLVideoElement): boolean {
  return document.fullscreenEnabled || nativeFullscreen(video) !== null;
}

/** The element to fill the screen: the player, or the dialog around it, which pages in full screen too. */
export const screenOf = (root: HTMLElement) => root.closest<HTMLElement>('.dialog__screen') ?? root;

/** Enters or leaves full screen. If the browser refuses, nothing changes. */
export function toggleFullscreen(video: HTMLVideoElement, root: HTMLElement): void {
  const screen = screenOf(root);
  if (document.fullscreenElement === screen) document.exitFullscreen().catch(() => undefined);
  else if (document.fullscreenEnabled) screen.requestFullscreen().catch(() => undefined);
  else nativeFullscreen(video)?.();
}

/** Runs a command. `root` is the player. */
export function run(command: Command, video: HTMLVideoElement, root: HTMLElement): void {
  const whole = videoLength(video);
  if (command.do === 'toggle') togglePlay(video);
  if (command.do === 'mute') toggleMute(video);
  if (command.do === 'fullscreen') toggleFullscreen(video, root);
  if (command.do === 'seekBy')
    video.currentTime = within(video.currentTime + command.seconds, whole);
  if (command.do === 'seekTo') video.currentTime = whole * command.part;
  if (command.do === 'volumeBy')
    setVolume(video, (video.muted ? 0 : video.volume) + command.amount);
}
