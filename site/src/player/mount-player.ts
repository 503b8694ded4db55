/** The video player (spec §2 Media library, §4 Video player). */

export interface PlayerOptions {
  /** Start by itself, as far as the visitor's motion setting and the browser allow it. */
  autoplay: boolean;
}

/** Gives a `<video>` that stands in the page its controls. Returns what takes them away again. */
export function mountPlayer(video: HTMLVideoElement, { autoplay }: PlayerOptions): () => void {
  video.controls = true;
  if (autoplay) video.play().catch(() => undefined); // refused by the browser: the visitor presses play
  return () => video.pause();
}
