/** Videos: facts and poster first; the published video, preview and stills next; smaller versions last. */
import path from 'node:path';
import { avifLadder, FIRST_SLOT, type Size, slotSize } from '@veldlicht/contract/ladder';
import { reason } from '@veldlicht/contract/reason';
import type { Rendition } from '@veldlicht/contract/renditions';
import { VIDEO_NAME } from '@veldlicht/contract/video-versions';
import sharp from 'sharp';
import { codingOf } from './code-points.ts';
import { type Coding, classifyCoding } from './colour.ts';
import { renderFirst, renderLadder } from './encode-stills.ts';
import { type Pictures, pictureFilters, readFrames, seek, writeVideo } from './encode-video.ts';
import {
  type Inspected,
  type RenderInput,
  unreadable,
  type VersionsInput,
  type VideoInput,
} from './image-types.ts';
import { MAX_VIDEO_SIDE, type OpenVideo, readThrough, withVideo } from './open-video.ts';
import { decodeColours } from './pixels.ts';
import { prepareFolder, renditionSize, writeWith } from './rendition-folder.ts';
import { takenFacts } from './video-facts.ts';

const MAX_VIDEO_SECONDS = 30 * 60;
const MAX_SIDE = 1920;
const PREVIEW_SIDE = 640;
const PREVIEW_SECONDS = 4;

function evenFit({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  const even = (value: number) => Math.max(2, Math.round((value * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

/** Throws `RefusedFile` without a duration or beyond the limits. */
function requireLimits({ width, height }: Size, seconds: number): void {
  if (!(seconds > 0)) throw unreadable();
  if (seconds > MAX_VIDEO_SECONDS)
    throw unreadable(reason('video_too_long', { minutes: MAX_VIDEO_SECONDS / 60 }));
  if (Math.max(width, height) > MAX_VIDEO_SIDE)
    throw unreadable(reason('video_too_large', { side: MAX_VIDEO_SIDE }));
}

/** A video may end this much before its stated duration: an edit list, a longer sound track. */
const MISSING_SECONDS = 1;
const MISSING_SHARE = 0.05;

/** Reads every packet: a truncated file ends before its stated duration. Throws `RefusedFile`. */
async function check(source: OpenVideo) {
  requireLimits(source.upright, source.duration || 1);
  const { end, isCut } = await readThrough(source);
  const duration = Math.round((source.duration || end) * 1000) / 1000;
  requireLimits(source.upright, duration);
  if (duration - end > Math.max(MISSING_SECONDS, duration * MISSING_SHARE)) throw unreadable();
  return { duration, isCut };
}

const POSTER_SIDE = Math.max(...avifLadder);
/** Pixels of the frames that `thumbnail` chooses among, all held in memory. */
const POSTER_PIXELS = 60_000_000;

/** Runs `work` for a second into the video, or for its start when no frame begins after that, as in a still. */
async function atMoment<T>(
  input: VideoInput,
  duration: number,
  work: (video: OpenVideo, seconds: number) => Promise<T | null>,
): Promise<T> {
  for (const seconds of [Math.min(1, duration / 2), 0]) {
    const made = await withVideo(input, (video) => work(video, seconds));
    if (made) return made;
  }
  throw unreadable();
}

/** Colours of a filtered frame; HDR is already mapped to sRGB. */
function coloursOf({ video, isHdr }: OpenVideo) {
  const { colorPrimaries, colorTrc } = video.codecpar;
  const named = isHdr ? null : codingOf(colorPrimaries, colorTrc);
  const coding: Coding | null = named && { ...named, curve: 'srgb' };
  const colour = coding ? classifyCoding(coding) : 'srgb';
  return { extension: 'mp4', colour, coding, icc: null, bits: 8 } as const;
}

/** Decodes a typical frame near the start, upright, its longer side at most `side`. */
async function readPoster(source: OpenVideo, seconds: number, side: number) {
  const largest = slotSize(source.upright, POSTER_SIDE);
  const { width, height } = slotSize(source.upright, side);
  const fitting = Math.floor(POSTER_PIXELS / (largest.width * largest.height));
  const among = Math.max(2, Math.min(30, fitting));
  const filters = [
    ...pictureFilters(source, largest),
    `thumbnail=${among}`,
    `scale=${width}:${height}:flags=bicubic+accurate_rnd+full_chroma_int`,
    'format=rgb24',
  ];
  for await (const frame of readFrames(source, seconds, filters)) {
    const raw = { width, height, channels: 3 as const };
    return decodeColours(sharp(frame.toBuffer(), { raw }), coloursOf(source));
  }
  return null;
}

/** Checks a video, reads its facts, and makes 960.jpg from its poster frame. Throws `RefusedFile`. */
export async function inspectVideo(input: VideoInput): Promise<Inspected> {
  const { extension, renditionsFolder, hash } = input;
  const facts = await withVideo(input, async (source) => {
    const { duration } = await check(source);
    return { ...source.upright, duration, ...takenFacts(source.words) };
  });
  const pixels = await atMoment(input, facts.duration, (source, seconds) =>
    readPoster(source, seconds, FIRST_SLOT),
  );
  const { shown, renditions } = await renderFirst(renditionsFolder, hash, pixels);
  return { facts: { type: 'video', extension, ...facts, ...shown }, renditions };
}

async function makeVideo(
  folder: string,
  name: string,
  size: Size,
  write: (file: string) => Promise<unknown>,
): Promise<Rendition> {
  const bytes = (await renditionSize(folder, name)) ?? (await writeWith(folder, name, write));
  return { format: 'mp4', name, width: size.width, height: size.height, bytes };
}

/** Writes a few silent seconds, played on hover. Returns the number of pictures. */
async function writePreview(source: OpenVideo, from: number, file: string): Promise<number> {
  await seek(source, from);
  const video: Pictures = {
    ...evenFit(source.upright, PREVIEW_SIDE),
    options: { crf: 28, profile: 'main' },
    rate: 24,
    part: { from, until: from + PREVIEW_SECONDS },
  };
  return writeVideo(source, file, { video, audio: 'none' });
}

/** Makes the missing stills of the poster, preview and video. */
export async function renderVideo(
  input: RenderInput,
  onPercent: (percent: number) => void,
): Promise<Rendition[]> {
  const { edition, packet, renditionsFolder, hash } = input;
  const folder = await prepareFolder(renditionsFolder, hash);
  const { duration, isCut } = await withVideo(input, check);
  const near = <T>(work: (video: OpenVideo, seconds: number) => Promise<T | null>) =>
    atMoment(input, duration, work);
  return withVideo(input, async (source) => {
    const { upright, isVideoReady, isAudioReady } = source;
    const decode = (slot: number) => near((video, from) => readPoster(video, from, slot));
    const ladder = await renderLadder({ folder, upright, edition, packet, decode });
    const preview = await makeVideo(folder, 'preview.mp4', evenFit(upright, PREVIEW_SIDE), (file) =>
      near((video, from) => writePreview(video, from, file)),
    );
    const isCopied = isVideoReady && !isCut;
    const size = isCopied ? upright : evenFit(upright, MAX_SIDE);
    const plan = {
      video: isCopied ? 'copy' : { ...size, options: {} },
      audio: isAudioReady && !isCut ? 'copy' : 'encode',
    } as const;
    // 100 would mean that the file is complete.
    const onSeconds = (seconds: number) =>
      onPercent(Math.max(0, Math.min(99, Math.floor((100 * seconds) / duration))));
    const video = await makeVideo(folder, VIDEO_NAME, size, (file) =>
      writeVideo(source, file, plan, onSeconds),
    );
    return [...ladder, video, preview];
  });
}

/** Makes the missing versions, each from the next larger one, the first from the video. */
export async function renderVersions({
  renditionsFolder,
  hash,
  versions,
}: VersionsInput): Promise<Rendition[]> {
  const folder = await prepareFolder(renditionsFolder, hash);
  const renditions: Rendition[] = [];
  let larger: string = VIDEO_NAME;
  for (const { name, width, height, kbits } of versions) {
    const from = { file: path.join(folder, larger), extension: 'mp4' } as const;
    const options = { maxrate: kbits * 1000, bufsize: 2000 * kbits };
    const write = (file: string) =>
      withVideo(from, (source) =>
        writeVideo(source, file, { video: { width, height, options }, audio: 'copy' }),
      );
    renditions.push(await makeVideo(folder, name, { width, height }, write));
    larger = name;
  }
  return renditions;
}
