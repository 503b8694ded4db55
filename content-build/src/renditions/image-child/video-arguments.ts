/** What ffmpeg is asked to do, as lists of arguments. */
import { avifLadder, type Size, slotSize } from '@veldlicht/contract/ladder';
import type { VideoVersion } from '@veldlicht/contract/video-versions';
import { runProgram } from './ffmpeg.ts';
import type { VideoFacts } from './probe-video.ts';
import { KNEE, PAPER_WHITE } from './tones.ts';

const MAX_SIDE = 1920;
const PREVIEW_SIDE = 640;
/** Seconds of the hover preview. */
const PREVIEW_SECONDS = 4;

/** No words about the video, its streams or chapters, and no streams of data or text. */
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
function filters(chain: string, toneMap: string | null): string[] {
  return ['-vf', toneMap ? `${chain},${toneMap}` : chain];
}

const X264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-threads', '2'];

export interface Output extends Size {
  args: string[];
}

/** The video as published: copied when every browser plays it, else encoded anew, 1920 at most. */
export function videoOutput(facts: VideoFacts, toneMap: string | null = null): Output {
  const maps = ['-map', `0:${facts.videoStream}`];
  if (facts.audioStream !== null) maps.push('-map', `0:${facts.audioStream}`);
  if (facts.isWebReady)
    return { ...facts.upright, args: [...maps, ...STRIP, '-c', 'copy', ...NO_MESSAGES, ...MP4] };
  const size = evenFit(facts.upright, MAX_SIDE);
  const video = [...filters(scale(size), toneMap), ...X264, '-crf', '23', '-profile:v', 'high'];
  const audio = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
  return { ...size, args: [...maps, ...STRIP, ...video, ...audio, ...NO_MESSAGES, ...MP4] };
}

/** A version of the published video, whose sound it keeps; of the rate of frames too, up to 60 a second. */
export function versionOutput({ width, height, kbits }: VideoVersion): Output {
  const rate = ['-maxrate', `${kbits}k`, '-bufsize', `${2 * kbits}k`, '-fpsmax', '60'];
  const video = [...filters(scale({ width, height }), null), ...X264, '-crf', '23', ...rate];
  const maps = ['-map', '0:v:0', '-map', '0:a:0?', ...STRIP];
  const args = [...maps, ...video, '-profile:v', 'high', '-c:a', 'copy', ...NO_MESSAGES, ...MP4];
  return { width, height, args };
}

/** A few silent seconds for hovering. */
export function previewOutput(facts: VideoFacts, toneMap: string | null = null): Output {
  const size = evenFit(facts.upright, PREVIEW_SIDE);
  const chain = filters(`${scale(size)},fps=24`, toneMap);
  const video = [...chain, ...X264, '-crf', '28', '-profile:v', 'main'];
  const cut = ['-map', `0:${facts.videoStream}`, '-t', String(PREVIEW_SECONDS), '-an'];
  return { ...size, args: [...cut, ...STRIP, ...video, ...NO_MESSAGES, ...MP4] };
}

/** Longer side of the largest poster that is published. */
const POSTER_SIDE = Math.max(...avifLadder);
/** Pixels of frames among which a poster is chosen: all of them are held in memory. */
const POSTER_PIXELS = 60_000_000;

/** One typical frame near the start, upright and no larger than it is published, as a PNG. */
export function posterOutput(facts: VideoFacts, toneMap: string | null = null): string[] {
  const size = slotSize(facts.upright, POSTER_SIDE);
  const frames = Math.max(2, Math.min(30, Math.floor(POSTER_PIXELS / (size.width * size.height))));
  const filter = filters(`${scale(size)},thumbnail=${frames}`, toneMap);
  const map = ['-map', `0:${facts.videoStream}`, '-frames:v', '1', '-an'];
  return [...map, ...STRIP, ...filter, '-c:v', 'png', '-f', 'image2', '-update', '1'];
}

/** Where the poster is looked for, in seconds. */
export function posterMoment(duration: number): number {
  return Math.min(1, duration / 2);
}

/** From HDR (PQ, HLG) to linear light, to the primaries of BT.709, highlights rolled off, and back. */
const MAPPED = [
  `zscale=t=linear:npl=${PAPER_WHITE}`,
  'format=gbrpf32le',
  'zscale=p=bt709',
  `tonemap=tonemap=mobius:param=${KNEE}:desat=0`,
  'zscale=t=bt709:m=bt709:r=tv',
  'format=yuv420p',
].join(',');

/** Without those filters: right hues by the matrix, and colour brought back by hand. */
const PLAIN =
  'scale=in_color_matrix=bt2020:out_color_matrix=bt709,format=yuv420p,eq=contrast=1.1:saturation=1.4';

/** The filters for a list of those that ffmpeg has, as `-filters` prints it. */
export function chooseToneMap(printed: string): string {
  const has = (name: string) => new RegExp(`^\\s*\\S+ ${name} `, 'm').test(printed);
  if (has('zscale') && has('tonemap')) return MAPPED;
  return has('eq') ? PLAIN : (PLAIN.split(',eq')[0] ?? PLAIN);
}

let chosen: Promise<string> | undefined;

/** What maps the tones of an HDR video, by the filters this ffmpeg has, which is asked once; null for others. */
export async function toneMapFilter({ isHdr }: Pick<VideoFacts, 'isHdr'>): Promise<string | null> {
  if (!isHdr) return null;
  chosen ??= runProgram('ffmpeg', ['-hide_banner', '-filters'], 10_000)
    .catch(() => '')
    .then(chooseToneMap);
  return chosen;
}
