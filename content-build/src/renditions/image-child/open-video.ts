/** Opening a video: its tracks, what they are, and what it says of itself. Nothing is decoded here. */
import { constants } from 'node:os';
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
import { unreadable, unsupported } from './image-types.ts';

// What FFmpeg says of a damaged file is not for people.
Log.setLevel(av.AV_LOG_QUIET);

/** The one demuxer of a format: which it is, the bytes have said. */
const DEMUXERS: Partial<Record<AcceptedFormat, string>> = {
  mp4: 'mov',
  mov: 'mov',
  heic: 'mov',
  avif: 'mov',
  webm: 'matroska',
  mts: 'mpegts',
};
/** A video refers to no other file, has no more tracks than a camera writes, and tells its XMP. */
const OPTIONS = { protocol_whitelist: 'file', max_streams: 64, export_xmp: 1 };
export const MAX_VIDEO_SIDE = 8192;
/** Most frames in a second of what is published. */
export const MAX_RATE = 60;
/** A video with fewer lines that declares no colours counts as BT.601, as in browsers. */
const HD_LINES = 720;
/** `AVFieldOrder`: not known, and progressive. */
const WHOLE_PICTURES = [0, 1];
const HDR_TRANSFERS: readonly number[] = [av.AVCOL_TRC_SMPTE2084, av.AVCOL_TRC_ARIB_STD_B67];

export type OpenVideo = ReturnType<typeof describe>;

/** The system's own troubles: no fault of the file. */
const SYSTEM = ['ENOSPC', 'EROFS', 'EACCES', 'EDQUOT'] as const;

/** Answers what FFmpeg answered, where below zero is an error. Throws the system's, else `RefusedFile`. */
export function need(answer: number): number {
  if (answer >= 0) return answer;
  const code = SYSTEM.find((name) => answer === -constants.errno[name]);
  throw code ? Object.assign(new Error(`FFmpeg: ${code}`), { code }) : unreadable();
}

/** Opens the container of a file by the demuxer of its format; `change` are other options of it. */
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

/** A track of a type with something in it that can be decoded; one that players show, if there is one. */
function findTrack(streams: Stream[], type: av.AVMediaType): Stream | null {
  const found = streams.filter(({ codecpar }) => {
    const isEmpty = type === av.AVMEDIA_TYPE_VIDEO && codecpar.width * codecpar.height === 0;
    return codecpar.codecType === type && !isEmpty && Codec.findDecoder(codecpar.codecId);
  });
  return found.find(isShown) ?? found[0] ?? null;
}

/** The turn that a track asks players for: the filters that do it, and whether it lies on its side. */
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

/** Tracks that players show only when asked: what is published must not hold what is in them. */
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
  // Brighter than a plain screen, and washed out there unless tones are mapped.
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
    /** When it begins by its own clock, in microseconds. */
    begin: startTime === av.AV_NOPTS_VALUE ? 0n : startTime,
    /** As shown. */
    upright: isSideways ? { width: square.height, height: square.width } : square,
    /** Filters that turn a frame upright, and those that make one picture of two fields. */
    turn,
    deinterlace: isWhole ? [] : ['bwdif=mode=send_frame'],
    /** Frames per second, on average. */
    rate,
    isHdr,
    /** Whether every browser plays the pictures, and the sound, as they are. */
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

/** Whether the stream of an AVIF says that its codes keep to the range of television. */
export async function isLimitedStream(file: string): Promise<boolean> {
  await using context = new FormatContext();
  await openContainer(context, file, 'avif');
  need(await context.findStreamInfo(null));
  return context.streams.some(({ codecpar }) => codecpar.colorRange === av.AVCOL_RANGE_MPEG);
}

/** Opens a video for some work, and closes it after that. Throws `RefusedFile` for what is none. */
export async function withVideo<T>(
  file: string,
  format: AcceptedFormat,
  work: (video: OpenVideo) => Promise<T>,
): Promise<T> {
  await using context = new FormatContext();
  await openContainer(context, file, format);
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

/** Seconds of a moment of a track. */
export function secondsOf(time: bigint, { timeBase }: { timeBase: Rational }): number {
  return (Number(time) * timeBase.num) / timeBase.den;
}

/** Reads the packets of the tracks in the order of the file, their times counted from the beginning of the video. */
export async function* readPackets({ context, begin, video, audio }: OpenVideo) {
  using packet = new Packet();
  packet.alloc();
  while (true) {
    const answer = await context.readFrame(packet);
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
  }
}

/** Sound that an encoder needs before the first that is heard, in seconds: no more than it is left out of a copy. */
const PRIMING_SECONDS = 0.1;

/** Reads every packet: in which second the last one ends, and whether an edit list hides more than players need. */
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
