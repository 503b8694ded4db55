/** Opens a video and describes its tracks. Decodes nothing. */
import { constants } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Size } from '@veldlicht/contract/ladder';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import * as av from 'node-av/constants';
import {
  Codec,
  Dictionary,
  FormatContext,
  InputFormat,
  Log,
  Packet,
  type Rational,
  type Stream,
} from 'node-av/lib';
import { unreadable, unsupported, type VideoInput } from './image-types.ts';

// Its messages about damaged files help nobody.
Log.setLevel(av.AV_LOG_QUIET);

/** The only demuxer that a sniffed format may use. */
const DEMUXERS: Partial<Record<AcceptedFormat, string>> = {
  mp4: 'mov',
  mov: 'mov',
  heic: 'mov',
  avif: 'mov',
  webm: 'matroska',
  mts: 'mpegts',
};
/** No reference to another file, no more tracks than a camera writes, and XMP among the metadata. */
const OPTIONS = { protocol_whitelist: 'file', max_streams: 64, export_xmp: 1 };
export const MAX_VIDEO_SIDE = 8192;
/** Published frames per second at most. */
export const MAX_RATE = 60;
/** Below this height undeclared colours are BT.601, as in browsers. */
const HD_LINES = 720;
/** `AVFieldOrder`: unknown and progressive. */
const WHOLE_PICTURES = [0, 1];
const HDR_TRANSFERS: readonly number[] = [av.AVCOL_TRC_SMPTE2084, av.AVCOL_TRC_ARIB_STD_B67];

export type OpenVideo = ReturnType<typeof describe>;

/** Errors of the system, not of the file. */
const SYSTEM = ['ENOSPC', 'EROFS', 'EACCES', 'EDQUOT'] as const;

/** Returns FFmpeg's answer; throws for a negative one: an error of the system, else `RefusedFile`. */
export function need(answer: number): number {
  if (answer >= 0) return answer;
  const code = SYSTEM.find((name) => answer === -constants.errno[name]);
  throw code ? Object.assign(new Error(`FFmpeg: ${code}`), { code }) : unreadable();
}

/** Opens a container; `change` overrides options of the demuxer. */
export async function openContainer(
  context: FormatContext,
  file: string,
  format: AcceptedFormat,
  change: Record<string, number> = {},
): Promise<void> {
  const demuxer = InputFormat.findInputFormat(DEMUXERS[format] ?? '');
  if (!demuxer) throw unsupported();
  using options = Dictionary.fromObject({ ...OPTIONS, ...change });
  need(await context.openInput(`file:${file}`, demuxer, options));
}

function ratio({ num, den }: Rational): number {
  return den > 0 ? num / den : 0;
}

function isShown(stream: Stream): boolean {
  return stream.hasDisposition(av.AV_DISPOSITION_DEFAULT);
}

/** First decodable track of a type, by preference one that players show. */
function findTrack(streams: Stream[], type: av.AVMediaType): Stream | null {
  const found = streams.filter(({ codecpar }) => {
    const isEmpty = type === av.AVMEDIA_TYPE_VIDEO && codecpar.width * codecpar.height === 0;
    return codecpar.codecType === type && !isEmpty && Codec.findDecoder(codecpar.codecId);
  });
  return found.find(isShown) ?? found[0] ?? null;
}

/** Filters for the display matrix of a track, and whether that swaps its sides. */
function readTurn({ codecpar }: Stream): { turn: string[]; isSideways: boolean } {
  const matrix = codecpar.getCodedSideData(av.AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 20) return { turn: [], isSideways: false };
  const [a = 0, b = 0, c = 0, d = 0] = [0, 4, 12, 16].map((at) => matrix.readInt32LE(at));
  if (Math.abs(b) <= Math.abs(a)) {
    const mirrors = [a < 0 ? 'hflip' : '', d < 0 ? 'vflip' : ''];
    return { turn: mirrors.filter(Boolean), isSideways: false };
  }
  const clockwise = c > 0 ? 'cclock_flip' : 'clock';
  const counter = c < 0 ? 'clock_flip' : 'cclock';
  return { turn: [`transpose=${b > 0 ? clockwise : counter}`], isSideways: true };
}

function squareSize(video: Stream): Size {
  const { width, height } = video.codecpar;
  const stated = ratio(video.sampleAspectRatio) || ratio(video.codecpar.sampleAspectRatio);
  const shape = stated > 0.1 && stated < 10 ? stated : 1;
  return { width: Math.max(1, Math.round(width * shape)), height };
}

/** Whether there are tracks that players show only on request: these are not published. */
function hasHidden(streams: Stream[]): boolean {
  const kinds: readonly number[] = [av.AVMEDIA_TYPE_VIDEO, av.AVMEDIA_TYPE_AUDIO];
  return streams.some((stream) => kinds.includes(stream.codecpar.codecType) && !isShown(stream));
}

function nameColours({ codecpar }: Stream): void {
  const isOld = codecpar.height < HD_LINES;
  if (codecpar.colorSpace === av.AVCOL_SPC_UNSPECIFIED)
    codecpar.colorSpace = isOld ? av.AVCOL_SPC_SMPTE170M : av.AVCOL_SPC_BT709;
  if (codecpar.colorPrimaries === av.AVCOL_PRI_UNSPECIFIED)
    codecpar.colorPrimaries = isOld ? av.AVCOL_PRI_SMPTE170M : av.AVCOL_PRI_BT709;
  if (codecpar.colorTrc === av.AVCOL_TRC_UNSPECIFIED) codecpar.colorTrc = av.AVCOL_TRC_BT709;
}

function describe(context: FormatContext, video: Stream, audio: Stream | null, streams: Stream[]) {
  nameColours(video);
  const { codecpar } = video;
  const { turn, isSideways } = readTurn(video);
  const rate = ratio(video.avgFrameRate) || ratio(video.rFrameRate);
  const isWhole = WHOLE_PICTURES.includes(codecpar.toJSON().fieldOrder);
  const isHdr = HDR_TRANSFERS.includes(codecpar.colorTrc);
  const square = squareSize(video);
  const mayCopy = context.iformat?.name?.startsWith('mov') === true && !hasHidden(streams);
  const { duration, startTime } = context;
  return {
    context,
    video,
    audio,
    /** Seconds; 0 when the file does not say. */
    duration: duration === av.AV_NOPTS_VALUE ? 0 : Math.max(0, Number(duration) / av.AV_TIME_BASE),
    /** Start time in microseconds. */
    begin: startTime === av.AV_NOPTS_VALUE ? 0n : startTime,
    upright: isSideways ? { width: square.height, height: square.width } : square,
    /** Filters that turn a frame upright, and that join two fields. */
    turn,
    deinterlace: isWhole ? [] : ['bwdif=mode=send_frame'],
    /** Frames per second, on average. */
    rate,
    isHdr,
    /** Whether every browser plays the track as it is. */
    isVideoReady:
      mayCopy &&
      codecpar.codecId === av.AV_CODEC_ID_H264 &&
      codecpar.format === av.AV_PIX_FMT_YUV420P &&
      isWhole &&
      !isHdr &&
      square.width === codecpar.width &&
      rate < MAX_RATE + 1,
    isAudioReady:
      mayCopy && audio?.codecpar.codecId === av.AV_CODEC_ID_AAC && audio.codecpar.channels <= 2,
    words: context.metadata?.getAll() ?? {},
  };
}

/** Whether the AV1 stream of an AVIF is in limited range. */
export async function isLimitedStream(file: string): Promise<boolean> {
  await using context = new FormatContext();
  await openContainer(context, file, 'avif');
  need(await context.findStreamInfo(null));
  return context.streams.some(({ codecpar }) => codecpar.colorRange === av.AVCOL_RANGE_MPEG);
}

/** Opens a video, runs `work` and closes it. Throws `RefusedFile` when it has no pictures. */
export async function withVideo<T>(
  { file, extension }: Pick<VideoInput, 'file' | 'extension'>,
  work: (video: OpenVideo) => Promise<T>,
): Promise<T> {
  await using context = new FormatContext();
  await openContainer(context, file, extension);
  need(await context.findStreamInfo(null));
  // The cover of an album is no video.
  const streams = context.streams.filter(
    (stream) => !stream.hasDisposition(av.AV_DISPOSITION_ATTACHED_PIC),
  );
  const video = findTrack(streams, av.AVMEDIA_TYPE_VIDEO);
  const audio = findTrack(streams, av.AVMEDIA_TYPE_AUDIO);
  if (!video) throw audio ? unsupported() : unreadable();
  return await work(describe(context, video, audio, streams));
}

export function secondsOf(time: bigint, { timeBase }: { timeBase: Rational }): number {
  return (Number(time) * timeBase.num) / timeBase.den;
}

/** Reads the packets of both tracks in file order, with times from the start of the video. Lets events in between. */
export async function* readPackets({ context, begin, video, audio }: OpenVideo) {
  using packet = new Packet();
  packet.alloc();
  while (true) {
    const answer = context.readFrameSync(packet);
    if (answer === av.AVERROR_EOF) return;
    need(answer);
    const stream = [video, audio].find((one) => one?.index === packet.streamIndex);
    if (stream) {
      const { num, den } = stream.timeBase;
      const shift = (begin * BigInt(den)) / (BigInt(num) * BigInt(av.AV_TIME_BASE));
      if (packet.pts !== av.AV_NOPTS_VALUE) packet.pts -= shift;
      if (packet.dts !== av.AV_NOPTS_VALUE) packet.dts -= shift;
      yield { packet, stream };
    }
    packet.unref();
    await setImmediate();
  }
}

/** Seconds of sound that an edit list may hide in a copy: the priming of encoders. */
const PRIMING_SECONDS = 0.1;

/** Reads every packet: the second in which the last one ends, and whether an edit list hides more than priming. */
export async function readThrough(source: OpenVideo): Promise<{ end: number; isCut: boolean }> {
  let end = 0;
  let hidden = 0;
  for await (const { packet, stream } of readPackets(source)) {
    if (packet.pts === av.AV_NOPTS_VALUE) continue;
    end = Math.max(end, secondsOf(packet.pts + packet.duration, stream));
    if (!packet.hasFlags(av.AV_PKT_FLAG_DISCARD)) continue;
    hidden += stream === source.video ? PRIMING_SECONDS : secondsOf(packet.duration, stream);
  }
  return { end, isCut: hidden >= PRIMING_SECONDS };
}
