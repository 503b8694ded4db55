/**
 * Videos on a server without ffmpeg: what plays in every browser is read, checked and copied packet by packet.
 * Nothing is decoded, and what would have to be encoded is refused (decision 019).
 */

import type { Size } from '@veldlicht/contract/ladder';
import { reason } from '@veldlicht/contract/reason';
import type { Rendition } from '@veldlicht/contract/renditions';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { isDiskFull } from '@veldlicht/database/system-errors';
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  QTFF,
} from 'mediabunny';
import {
  type InspectInput,
  type InspectOutcome,
  RefusedFile,
  type Rendered,
  type RenderInput,
  type TakenFacts,
  unreadable,
  unsupported,
} from './image-types.ts';
import { readMovieHead } from './movie-index.ts';
import { placeholderOfPoster, posterSource } from './poster.ts';
import { requireLimits, requireReached, takenFacts } from './probe-video.ts';
import { configOf, lengthBytes, pictureUnits, remuxVideo, type Tracks } from './remux-video.ts';
import { renderLadder } from './render-ladder.ts';
import { prepareFolder, renditionSize, writeWith } from './rendition-folder.ts';
import type { Turn } from './turns.ts';

/** Longest that reading all packets may take, in milliseconds. */
const READ_MS = 40_000;
/** Reading a video twice and writing it once, on a slow disk. */
const REMUX_MS = 3 * 60_000;

/** Thrown for a video that only ffmpeg could make playable. */
function needsFfmpeg(): RefusedFile {
  return new RefusedFile('unsupported_type', reason('video_needs_ffmpeg'));
}

interface PlainVideo extends Tracks {
  upright: Size;
  /** Seconds. */
  duration: number;
  taken: TakenFacts;
}

/** Baseline, Main and High are 8 bits deep and 4:2:0 (H.264 annex A). */
const PROFILES = /^avc1\.(?:42|4d|64)/i;

async function requirePlayable(video: InputVideoTrack, audio: InputAudioTrack | null) {
  const codec = await video.getCodecParameterString();
  if (!PROFILES.test(codec ?? '') || (await video.hasHighDynamicRange())) throw needsFfmpeg();
  if (audio && (await audio.getCodec()) !== 'aac') throw needsFfmpeg();
}

/** Reads all packets of a track, and where the last one ends, in seconds; `check` hears the bytes of each. */
async function readTrack(
  track: InputVideoTrack | InputAudioTrack,
  stopAt: number,
  check?: (data: Uint8Array) => void,
) {
  const measured = { packets: 0, end: 0 };
  for await (const { data, timestamp, duration } of new EncodedPacketSink(track).packets()) {
    check?.(data);
    measured.packets += 1;
    measured.end = Math.max(measured.end, timestamp + duration);
    if (measured.end > 0) requireLimits({ width: 1, height: 1 }, measured.end);
    if (performance.now() > stopAt) throw unreadable();
  }
  return measured;
}

async function readTaken(input: Input, file: string): Promise<TakenFacts> {
  const { raw = {}, description, comment } = await input.getMetadataTags();
  const words = Object.entries(raw).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const { made, position } = await readMovieHead(file);
  const known = Object.fromEntries(words);
  const creation_time = made === null ? undefined : new Date(made).toISOString();
  const location = known['©xyz'] ?? position ?? undefined;
  return takenFacts({ description, comment, location, creation_time, ...known });
}

/** Facts of a video that may be published as it is, with every packet of it read. */
async function readPlainVideo(input: Input, file: string): Promise<PlainVideo> {
  const stopAt = performance.now() + READ_MS;
  const [video] = await input.getVideoTracks();
  const [audio = null] = await input.getAudioTracks();
  if (!video) throw audio ? unsupported() : unreadable();
  const taken = await readTaken(input, file);
  const upright = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() };
  const said = (await input.getDurationFromMetadata(audio ? [video, audio] : [video])) ?? 0;
  requireLimits(upright, said || 1);
  await requirePlayable(video, audio);
  const headBytes = lengthBytes((await configOf(video)).description);
  const pictures = await readTrack(video, stopAt, (data) => pictureUnits(data, headBytes));
  const sound = audio && (await readTrack(audio, stopAt));
  const end = Math.max(pictures.end, sound?.end ?? 0);
  requireReached(end, said);
  const duration = Math.round((said || end) * 1000) / 1000;
  if (!(duration > 0)) throw unreadable();
  const packets = { videoPackets: pictures.packets, audioPackets: sound?.packets ?? 0 };
  return { video, audio, upright, duration, ...packets, taken };
}

/** Reads a video, and closes it after the work. Throws `RefusedFile` for a file that cannot be read. */
async function withVideo<T>(
  file: string,
  format: AcceptedFormat,
  work: (plain: PlainVideo) => Promise<T>,
): Promise<T> {
  if (format === 'webm') throw needsFfmpeg();
  const input = new Input({ source: new FilePathSource(file), formats: [MP4, QTFF] });
  try {
    return await work(await readPlainVideo(input, file));
  } catch (error) {
    // What the reader says of a damaged file is not for people.
    throw error instanceof RefusedFile || isDiskFull(error) ? error : unreadable();
  } finally {
    input.dispose();
  }
}

/** Checks a video to its last packet and reads its facts. It has no poster yet. Throws `RefusedFile`. */
export async function inspectPlainVideo(
  { file }: InspectInput,
  format: AcceptedFormat,
): Promise<InspectOutcome> {
  return withVideo(file, format, async ({ upright, duration, taken }) => {
    const shown = { placeholder: null, color: null };
    const facts = { type: 'video', extension: format, ...upright, duration } as const;
    return { ok: true, facts: { ...facts, ...taken, ...shown }, renditions: [] };
  });
}

/** Makes whatever the video's folder still lacks: ladder of the poster, video. No preview. */
export async function renderPlainVideo(
  input: RenderInput,
  turn: Turn,
  started: (timeLimitMs: number) => void,
): Promise<Rendered> {
  const { original, extension, edition, packet } = input;
  started(REMUX_MS);
  const folder = await prepareFolder(input.renditionsFolder, input.hash);
  return withVideo(original, extension, async (plain) => {
    const source = await posterSource(input, folder, plain.upright);
    const ladder = await turn(0, () => renderLadder({ ...source, folder, edition, packet }));
    const name = 'video.mp4';
    const write = (file: string) => remuxVideo(plain, file);
    const bytes = (await renditionSize(folder, name)) ?? (await writeWith(folder, name, write));
    const copy: Rendition = { format: 'mp4', name, ...plain.upright, bytes };
    return { renditions: [...ladder, copy], shown: await placeholderOfPoster(folder) };
  });
}
