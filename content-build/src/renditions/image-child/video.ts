/** Videos: poster and facts at once; the video for browsers, its preview and the ladder later; then its versions. */
import path from 'node:path';
import { avifLadder, FIRST_SLOT, type Size, slotSize } from '@veldlicht/contract/ladder';
import { reason } from '@veldlicht/contract/reason';
import type { Rendition } from '@veldlicht/contract/renditions';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { VIDEO_NAME } from '@veldlicht/contract/video-versions';
import sharp from 'sharp';
import { codingOf } from './code-points.ts';
import { type Coding, classifyCoding } from './colour.ts';
import { type Pictures, pictureFilters, readFrames, seek, writeVideo } from './encode-video.ts';
import {
  type InspectOutcome,
  RefusedFile,
  type RenderInput,
  unreadable,
  type VersionsInput,
  type VideoInput,
} from './image-types.ts';
import { MAX_VIDEO_SIDE, type OpenVideo, readThrough, withVideo } from './open-video.ts';
import { decodeColours, type Pixels } from './pixels.ts';
import { renderFirst, renderLadder } from './render-ladder.ts';
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

/** Refuses a video without a duration, a longer or a larger one than we take. */
function requireLimits({ width, height }: Size, seconds: number): void {
  if (!(seconds > 0)) throw unreadable();
  if (seconds > MAX_VIDEO_SECONDS)
    throw new RefusedFile(
      'unreadable_file',
      reason('video_too_long', { minutes: MAX_VIDEO_SECONDS / 60 }),
    );
  if (Math.max(width, height) > MAX_VIDEO_SIDE)
    throw new RefusedFile('unreadable_file', reason('video_too_large', { side: MAX_VIDEO_SIDE }));
}

/** A video may end this much earlier than it says: an edit list, a longer sound track. */
const MISSING_SECONDS = 1;
const MISSING_SHARE = 0.05;

/** Reads every packet: a cut-off file ends before its index or header says. Throws `RefusedFile`. */
async function check(source: OpenVideo) {
  requireLimits(source.upright, source.duration || 1);
  const { end, isCut } = await readThrough(source);
  const duration = Math.round((source.duration || end) * 1000) / 1000;
  requireLimits(source.upright, duration);
  if (duration - end > Math.max(MISSING_SECONDS, duration * MISSING_SHARE)) throw unreadable();
  return { duration, isCut };
}

const POSTER_SIDE = Math.max(...avifLadder);
/** Pixels of frames among which a poster is chosen: all of them are held in memory. */
const POSTER_PIXELS = 60_000_000;

/** Where the poster is looked for, in seconds: at the start when no frame begins after that, as in a still. */
function moments(duration: number): number[] {
  return [Math.min(1, duration / 2), 0];
}

/** Returns the colours of a decoded frame; HDR is tone-mapped to sRGB already. */
function coloursOf({ video, isHdr }: OpenVideo) {
  const { colorPrimaries, colorTrc } = video.codecpar;
  const named = isHdr ? null : codingOf(colorPrimaries, colorTrc);
  const coding: Coding | null = named && { ...named, curve: 'srgb' };
  return { colour: coding ? classifyCoding(coding) : 'srgb', coding, icc: null, bits: 8 } as const;
}

/** One typical frame near the start, upright, its longer side at most `side`. */
async function posterPixels(
  file: string,
  format: AcceptedFormat,
  duration: number,
  side: number,
): Promise<Pixels> {
  for (const moment of moments(duration)) {
    const found = await withVideo(file, format, async (source) => {
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
      for await (const frame of readFrames(source, moment, filters)) {
        const raw = { width, height, channels: 3 as const };
        const colours = { extension: format, ...coloursOf(source) };
        return decodeColours(sharp(frame.toBuffer(), { raw }), colours);
      }
      return null;
    });
    if (found) return found;
  }
  throw unreadable();
}

/** Checks a video, reads its facts, and makes 960.jpg from its poster frame. Throws `RefusedFile`. */
export async function inspectVideo({
  file,
  extension,
  renditionsFolder,
  hash,
}: VideoInput): Promise<InspectOutcome> {
  const facts = await withVideo(file, extension, async (source) => {
    const { duration } = await check(source);
    return { ...source.upright, duration, ...takenFacts(source.words) };
  });
  const pixels = await posterPixels(file, extension, facts.duration, FIRST_SLOT);
  const { shown, renditions } = await renderFirst(renditionsFolder, hash, pixels);
  return { ok: true, facts: { type: 'video', extension, ...facts, ...shown }, renditions };
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

/** A few silent seconds for hovering. */
async function writePreview(input: RenderInput, duration: number, file: string): Promise<void> {
  for (const from of moments(duration)) {
    const pictures = await withVideo(input.original, input.extension, async (source) => {
      await seek(source, from);
      const video: Pictures = {
        ...evenFit(source.upright, PREVIEW_SIDE),
        options: { crf: 28, profile: 'main' },
        rate: 24,
        part: { from, until: from + PREVIEW_SECONDS },
      };
      return writeVideo(source, file, { video, audio: 'none' });
    });
    if (pictures > 0) return;
  }
  throw unreadable();
}

/** Makes whatever the video's folder still lacks: ladder of the poster, preview, video. */
export async function renderVideo(
  input: RenderInput,
  onPercent: (percent: number) => void,
): Promise<Rendition[]> {
  const { original, extension, edition, packet } = input;
  const folder = await prepareFolder(input.renditionsFolder, input.hash);
  const { duration, isCut } = await withVideo(original, extension, check);
  return withVideo(original, extension, async (source) => {
    const { upright, isVideoReady, isAudioReady } = source;
    const decode = (slot: number) => posterPixels(original, extension, duration, slot);
    const ladder = await renderLadder({ folder, upright, edition, packet, decode });
    const previewSize = evenFit(upright, PREVIEW_SIDE);
    const preview = await makeVideo(folder, 'preview.mp4', previewSize, (file) =>
      writePreview(input, duration, file),
    );
    const isCopied = isVideoReady && !isCut;
    const size = isCopied ? upright : evenFit(upright, MAX_SIDE);
    const video = await makeVideo(folder, VIDEO_NAME, size, (file) =>
      writeVideo(
        source,
        file,
        {
          video: isCopied ? 'copy' : { ...size, options: {} },
          audio: isAudioReady && !isCut ? 'copy' : 'encode',
        },
        // 100 is for a video that is there.
        (seconds) => onPercent(Math.max(0, Math.min(99, Math.floor((100 * seconds) / duration)))),
      ),
    );
    return [...ladder, video, preview];
  });
}

/** Makes whatever versions the folder lacks, each of the next larger one: the video itself is the largest. */
export async function renderVersions({
  renditionsFolder,
  hash,
  versions,
}: VersionsInput): Promise<Rendition[]> {
  const folder = await prepareFolder(renditionsFolder, hash);
  const renditions: Rendition[] = [];
  let larger: string = VIDEO_NAME;
  for (const { name, width, height, kbits } of versions) {
    const from = path.join(folder, larger);
    const options = { maxrate: kbits * 1000, bufsize: 2000 * kbits };
    const write = (file: string) =>
      withVideo(from, 'mp4', (source) =>
        writeVideo(source, file, { video: { width, height, options }, audio: 'copy' }),
      );
    renditions.push(await makeVideo(folder, name, { width, height }, write));
    larger = name;
  }
  return renditions;
}
