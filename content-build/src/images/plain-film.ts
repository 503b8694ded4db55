/**
 * Films without ffmpeg: what plays in every browser is read, checked and copied packet by packet;
 * nothing is decoded. What would have to be encoded is refused (decision 019).
 */
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import { isDiskFull } from '@veldlicht/database/disk-full';
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  QTFF,
} from 'mediabunny';
import { readFilmHead } from './film-boxes.ts';
import { lengthBytes, pictureUnits } from './h264-units.ts';
import { RefusedFile, unreadable, unsupported } from './image-types.ts';
import type { TakenFacts } from './metadata-facts.ts';
import { requireLimits, requireReached } from './probe-video.ts';
import type { Size } from './target-size.ts';
import { takenFacts } from './video-facts.ts';

/** Longest that reading all packets may take, in milliseconds. */
const READ_MS = 40_000;

/** Thrown for a film that only ffmpeg could make playable. */
export function needsFfmpeg(): RefusedFile {
  return new RefusedFile(
    'unsupported_type',
    'This server has no ffmpeg and takes only films that play everywhere as they are: MP4 or MOV with H.264 (8 bits, 4:2:0) and AAC sound or none. Export this film that way, or have ffmpeg installed.',
  );
}

export interface PlainFilm {
  video: InputVideoTrack;
  audio: InputAudioTrack | null;
  upright: Size;
  /** Seconds. */
  duration: number;
  /** Frames, and pieces of sound. */
  videoPackets: number;
  audioPackets: number;
  taken: TakenFacts;
}

/** Opens a film, and closes it after the work. A file that cannot be read is refused. */
export async function withFilm<T>(
  file: string,
  format: AcceptedFormat,
  work: (film: Input) => Promise<T>,
): Promise<T> {
  if (format === 'webm') throw needsFfmpeg();
  const film = new Input({ source: new FilePathSource(file), formats: [MP4, QTFF] });
  try {
    return await work(film);
  } catch (error) {
    // What the reader says of a damaged file is not for people.
    throw error instanceof RefusedFile || isDiskFull(error) ? error : unreadable();
  } finally {
    film.dispose();
  }
}

/** Baseline, Main and High are 8 bits deep and 4:2:0 (H.264 annex A). */
const PROFILES = /^avc1\.(?:42|4d|64)/i;

async function requirePlayable(video: InputVideoTrack, audio: InputAudioTrack | null) {
  const codec = await video.getCodecParameterString();
  if (!PROFILES.test(codec ?? '') || (await video.hasHighDynamicRange())) throw needsFfmpeg();
  if (audio && (await audio.getCodec()) !== 'aac') throw needsFfmpeg();
}

interface Measured {
  packets: number;
  /** Seconds. */
  end: number;
}

/** Reads all packets of a track; `check` hears the bytes of each. */
async function readTrack(
  track: InputVideoTrack | InputAudioTrack,
  check: (data: Uint8Array) => void,
  stopAt: number,
): Promise<Measured> {
  const measured = { packets: 0, end: 0 };
  for await (const { data, timestamp, duration } of new EncodedPacketSink(track).packets()) {
    check(data);
    measured.packets += 1;
    measured.end = Math.max(measured.end, timestamp + duration);
    if (measured.end > 0) requireLimits({ width: 1, height: 1 }, measured.end);
    if (performance.now() > stopAt) throw unreadable();
  }
  return measured;
}

async function readTaken(film: Input, file: string): Promise<TakenFacts> {
  const { raw = {}, description, comment } = await film.getMetadataTags();
  const words = Object.entries(raw).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const { made, place: boxed } = await readFilmHead(file);
  const known = Object.fromEntries(words);
  const place = known['©xyz'] ?? boxed;
  return takenFacts({
    ...(description ? { description } : {}),
    ...(comment ? { comment } : {}),
    ...(place ? { location: place } : {}),
    ...(made === null ? {} : { creation_time: new Date(made).toISOString() }),
    ...known,
  });
}

/**
 * Facts of a film that may be published as it is, with every packet of it read. Throws `RefusedFile`;
 * whatever else it throws comes from a damaged file (see `withFilm`).
 */
export async function readPlainFilm(film: Input, file: string): Promise<PlainFilm> {
  const stopAt = performance.now() + READ_MS;
  const [video] = await film.getVideoTracks();
  const [audio = null] = await film.getAudioTracks();
  if (!video) throw audio ? unsupported() : unreadable();
  const taken = await readTaken(film, file);
  const upright = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() };
  const tracks = audio ? [video, audio] : [video];
  const said = (await film.getDurationFromMetadata(tracks)) ?? 0;
  requireLimits(upright, said || 1);
  await requirePlayable(video, audio);
  const config = (await video.getDecoderConfig())?.description;
  if (!(config instanceof Uint8Array)) throw unreadable();
  const headBytes = lengthBytes(config);
  const pictures = await readTrack(video, (data) => pictureUnits(data, headBytes), stopAt);
  const sound = audio && (await readTrack(audio, () => undefined, stopAt));
  const end = Math.max(pictures.end, sound?.end ?? 0);
  requireReached(end, said);
  const duration = Math.round((said || end) * 1000) / 1000;
  if (!(duration > 0)) throw unreadable();
  const packets = { videoPackets: pictures.packets, audioPackets: sound?.packets ?? 0 };
  return { video, audio, upright, duration, ...packets, taken };
}
