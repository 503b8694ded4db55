/** How loud the visitor wants films to be, for as long as the tab is open. */

export interface Sound {
  /** 0 to 1. */
  volume: number;
  muted: boolean;
}

const KEY = 'veldlicht-sound';

/** What was remembered, or null for none or for what no player wrote (pure). */
export function readSound(text: string | null): Sound | null {
  try {
    const { volume, muted } = JSON.parse(text ?? 'null') ?? {};
    if (typeof muted !== 'boolean' || !(volume >= 0 && volume <= 1)) return null;
    return { volume, muted };
  } catch {
    return null;
  }
}

/** Keeps the visitor's choice. A browser that stores nothing forgets it with the page. */
export function rememberSound({ volume, muted }: Sound): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ volume, muted }));
  } catch {
    // Storage may be switched off; the film plays all the same.
  }
}

/** Gives a film the loudness of the one before. */
export function recallSound(video: Sound): void {
  try {
    const sound = readSound(sessionStorage.getItem(KEY));
    if (sound) Object.assign(video, sound);
  } catch {
    // As above.
  }
}

/** Whether a page may set the volume: on iPhones only the buttons of the device can. */
export function canSetVolume(): boolean {
  const video = document.createElement('video');
  video.volume = 0.5;
  return video.volume === 0.5;
}
