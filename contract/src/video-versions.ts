/** Smaller versions of a video for small screens and slow connections (decision 015). Without zod. */
import type { Size } from './ladder.ts';

/** The video itself, as every browser plays it. */
export const VIDEO_NAME = 'video.mp4';

/** Limits of the shorter side in pixels and of the video bit rate; largest first. */
const steps = [
  { lines: 1080, kbits: 8000 },
  { lines: 720, kbits: 4000 },
] as const;

/** A video above either limit (lines, bits per second) gets versions. */
const MAX_LINES = steps[0].lines;
const MAX_BITS = 12_000_000;

export interface VideoVersion extends Size {
  name: string;
  /** Maximum bit rate in kbit/s. */
  kbits: number;
}

interface Measured extends Size {
  bytes: number;
}

/** The shorter side: "1080p" also of a portrait. */
export function linesOf({ width, height }: Size): number {
  return Math.min(width, height);
}

/** Whether a rendition is a smaller version. */
export function isVersion({ name }: { name: string }): boolean {
  return /^video-\d+(?:-\w+)?\.mp4$/.test(name);
}

/** Even sides, as H.264 requires; never enlarged. */
function fit(size: Size, lines: number): Size {
  const scale = Math.min(1, lines / linesOf(size));
  const even = (side: number) => Math.max(2, 2 * Math.floor((side * scale) / 2 + 0.25));
  return { width: even(size.width), height: even(size.height) };
}

/**
 * Versions of a video, largest first: none unless the original or the published file (`video`) is heavy, and only those
 * smaller or lighter than `video`. `original` is upright, its duration in seconds.
 */
export function versionsOf(
  original: Measured & { duration: number | null },
  video: Measured,
): VideoVersion[] {
  const isFat = ({ bytes }: Measured) => bytes * 8 > MAX_BITS * (original.duration ?? Infinity);
  const isHeavy = (file: Measured) => linesOf(file) > MAX_LINES || isFat(file);
  if (!isHeavy(original) && !isHeavy(video)) return [];
  const side = linesOf(video);
  // The next larger step is made at the video's own size.
  const fits = steps.filter(({ lines }, i) => lines <= side || side > (steps[i + 1]?.lines ?? 0));
  return fits
    .filter(({ lines }) => side > lines || isFat(video))
    .map(({ lines, kbits }) => ({ name: `video-${lines}.mp4`, kbits, ...fit(video, lines) }));
}
