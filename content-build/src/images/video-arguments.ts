/** What ffmpeg is asked to do, as pure lists of arguments. */
import { avifLadder } from '@veldlicht/contract/ladder';
import { type Size, targetSize } from './target-size.ts';
import type { VideoFacts } from './video-facts.ts';

const MAX_SIDE = 1920;
const PREVIEW_SIDE = 640;
/** Seconds of the hover preview. */
const PREVIEW_SECONDS = 4;

/** No words about the film, its streams or chapters, and no streams of data or text. */
const STRIP = [
  ...['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1'],
  ...['-dn', '-sn', '-write_tmcd', '0', '-fflags', '+bitexact'],
];
/** H.264 messages (SEI) may hold anything, a drone's position too. */
const NO_MESSAGES = ['-bsf:v', 'filter_units=remove_types=6'];
const MP4 = ['-movflags', '+faststart', '-f', 'mp4'];

function evenFit({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  const even = (value: number) => Math.max(2, Math.round((value * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

function scale({ width, height }: Size): string {
  return `scale=${width}:${height},setsar=1`;
}

/** Tones are mapped last: on the smaller picture. */
function filters(chain: string, toneMap: string | null = null): string {
  return toneMap ? `${chain},${toneMap}` : chain;
}

export interface Output extends Size {
  args: string[];
}

/** The film as published: copied when every browser plays it, else encoded anew, 1920 at most. */
export function filmOutput(facts: VideoFacts, toneMap: string | null = null): Output {
  const maps = ['-map', `0:${facts.videoStream}`];
  if (facts.audioStream !== null) maps.push('-map', `0:${facts.audioStream}`);
  if (facts.isWebReady)
    return { ...facts.upright, args: [...maps, ...STRIP, '-c', 'copy', ...NO_MESSAGES, ...MP4] };
  const size = evenFit(facts.upright, MAX_SIDE);
  const video = [
    '-vf',
    filters(scale(size), toneMap),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '23',
  ];
  const plain = ['-profile:v', 'high', '-pix_fmt', 'yuv420p', '-threads', '2'];
  const audio = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
  const args = [...maps, ...STRIP, ...video, ...plain, ...audio, ...NO_MESSAGES, ...MP4];
  return { ...size, args };
}

/** A few silent seconds for hovering. */
export function previewOutput(facts: VideoFacts, toneMap: string | null = null): Output {
  const size = evenFit(facts.upright, PREVIEW_SIDE);
  const chain = filters(`${scale(size)},fps=24`, toneMap);
  const video = ['-vf', chain, '-c:v', 'libx264', '-preset', 'veryfast'];
  const plain = ['-crf', '28', '-profile:v', 'main', '-pix_fmt', 'yuv420p', '-threads', '2'];
  const cut = ['-map', `0:${facts.videoStream}`, '-t', String(PREVIEW_SECONDS), '-an'];
  return { ...size, args: [...cut, ...STRIP, ...video, ...plain, ...NO_MESSAGES, ...MP4] };
}

/** Widest still that is published. */
const POSTER_WIDTH = Math.max(...avifLadder.map(({ slot }) => slot));
/** Pixels of frames among which a poster is chosen: all of them are held in memory. */
const POSTER_PIXELS = 60_000_000;

/** One typical frame near the start, upright and no wider than it is published, as a PNG. */
export function posterOutput(facts: VideoFacts, toneMap: string | null = null): string[] {
  const size = targetSize(facts.upright, POSTER_WIDTH);
  const frames = Math.max(2, Math.min(30, Math.floor(POSTER_PIXELS / (size.width * size.height))));
  const filter = filters(`${scale(size)},thumbnail=${frames}`, toneMap);
  const map = ['-map', `0:${facts.videoStream}`, '-frames:v', '1', '-an'];
  return [...map, ...STRIP, '-vf', filter, '-c:v', 'png', '-f', 'image2', '-update', '1'];
}

/** Where the poster is looked for, in seconds. */
export function posterMoment(duration: number): number {
  return Math.min(1, duration / 2);
}
