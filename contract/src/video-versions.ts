/** Versions of a video for smaller screens and slower lines (decision 065). Free of schemas. */
import type { Size } from './ladder.ts';

/** The video itself, as every browser plays it. */
export const VIDEO_NAME = 'video.mp4';

/** The shorter side at most, in pixels, and the most that the picture takes of a line; largest first. */
const steps = [
  { lines: 1080, kbits: 8000 },
  { lines: 720, kbits: 4000 },
] as const;

/** A video of more lines, or of more bits a second, gets versions. */
const MAX_LINES = steps[0].lines;
const MAX_BITS = 12_000_000;

export interface VideoVersion extends Size {
  name: string;
  /** Thousands of bits a second at most. */
  kbits: number;
}

interface Measured extends Size {
  bytes: number;
}

/** How many lines a video has, as people name it: of a portrait it is the width. */
export function linesOf({ width, height }: Size): number {
  return Math.min(width, height);
}

/** Whether a rendition is such a version, by its name. */
export function isVersion({ name }: { name: string }): boolean {
  return /^video-\d+(?:-\w+)?\.mp4$/.test(name);
}

/** Even sides, as H.264 wants them; never enlarged. */
function fit(size: Size, lines: number): Size {
  const scale = Math.min(1, lines / linesOf(size));
  const even = (side: number) => Math.max(2, 2 * Math.floor((side * scale) / 2 + 0.25));
  return { width: even(size.width), height: even(size.height) };
}

/**
 * The versions a video should have, largest first: none unless its original or what is published of it (`video`) is
 * heavy, and only what is smaller or lighter than that. `original` is upright, its duration in seconds.
 */
export function versionsOf(
  original: Measured & { duration: number | null },
  video: Measured,
): VideoVersion[] {
  const isFat = ({ bytes }: Measured) => bytes * 8 > MAX_BITS * (original.duration ?? Infinity);
  const isHeavy = (file: Measured) => linesOf(file) > MAX_LINES || isFat(file);
  if (!isHeavy(original) && !isHeavy(video)) return [];
  const side = linesOf(video);
  // The step above its size is made at its own size.
  const fits = steps.filter(({ lines }, i) => lines <= side || side > (steps[i + 1]?.lines ?? 0));
  return fits
    .filter(({ lines }) => side > lines || isFat(video))
    .map(({ lines, kbits }) => ({ name: `video-${lines}.mp4`, kbits, ...fit(video, lines) }));
}
