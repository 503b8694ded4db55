/** Where a film stands, in words and as parts of its length (pure). */
import { playerCopy } from '#copy/player.ts';
import { clockTime } from '#lib/duration.ts';

/** Stretches of the film that are there, in seconds; `TimeRanges` is one. */
export interface Ranges {
  length: number;
  start: (index: number) => number;
  end: (index: number) => number;
}

/** Seconds of a whole film: what the file says, or, before it came, what the page says. */
export function filmLength(told: number, fromPage: string | undefined): number {
  if (Number.isFinite(told) && told > 0) return told;
  const known = Number(fromPage);
  return Number.isFinite(known) && known > 0 ? known : 0;
}

/** '0:12': whole seconds that have passed, so that the last one is not shown before it is over. */
export const clockAt = (seconds: number) => clockTime(Math.floor(seconds));

/** '0:12 van 1:05'. */
export function positionText(at: number, whole: number): string {
  return playerCopy.position(clockAt(at), clockTime(whole));
}

/** A moment as a part of the film, 0 to 1. */
export function partOf(at: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, at / whole)) : 0;
}

/** Up to where the film is there without a gap from `at`, in seconds. */
export function loadedUntil(ranges: Ranges, at: number): number {
  for (let i = 0; i < ranges.length; i++)
    // A key frame may start a little after the moment that was asked for.
    if (ranges.start(i) <= at + 0.1 && ranges.end(i) >= at) return ranges.end(i);
  return at;
}

/**
 * The moment below the pointer, in seconds. The middle of a slider's thumb travels its width less
 * one thumb; `thumb` in pixels.
 */
export function momentBelow(
  x: number,
  track: { left: number; width: number },
  thumb: number,
  whole: number,
): number {
  return partOf(x - track.left - thumb / 2, track.width - thumb) * whole;
}
