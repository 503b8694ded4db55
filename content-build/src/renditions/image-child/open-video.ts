/** Opening a video: its tracks, what they are, and what it says of itself. Nothing is decoded here. */
import type { Size } from '@veldlicht/contract/ladder';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_DEFAULT,
  AV_LOG_QUIET,
  AV_NOPTS_VALUE,
  AV_PIX_FMT_YUV420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_PKT_FLAG_DISCARD,
  AV_TIME_BASE,
  AVCOL_PRI_BT709,
  AVCOL_PRI_SMPTE170M,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_BT709,
  AVCOL_TRC_SMPTE2084,
  AVCOL_TRC_UNSPECIFIED,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  type AVMediaType,
} from 'node-av/constants';
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
import { need } from './av-errors.ts';
import { unreadable, unsupported } from './image-types.ts';

// What FFmpeg says of a damaged file is not for people.
Log.setLevel(AV_LOG_QUIET);

/** The one demuxer of a format: which it is, the bytes have said. */
const DEMUXERS: Partial<Record<AcceptedFormat, string>> = {
  mp4: 'mov',
  mov: 'mov',
  webm: 'matroska',
  mts: 'mpegts',
};
/** A video refers to no other file, has no more tracks than a camera writes, and tells its XMP. */
const OPTIONS = { protocol_whitelist: 'file', max_streams: 64, export_xmp: 1 };
/** Largest side of a video, in pixels. */
export const MAX_VIDEO_SIDE = 8192;
/** Most frames in a second of what is published. */
export const MAX_RATE = 60;
/** A video with fewer lines that declares no colours counts as BT.601, as in browsers. */
const HD_LINES = 720;
/** `AVFieldOrder`: not known, and progressive. */
const WHOLE_PICTURES = [0, 1];

export interface OpenVideo {
  context: FormatContext;
  video: Stream;
  audio: Stream | null;
  /** Seconds; 0 when the file does not say. */
  duration: number;
  /** When it begins by its own clock, in microseconds. */
  begin: bigint;
  /** As shown: turned, with square pixels. */
  upright: Size;
  /** Filters that turn a frame upright, and those that make one picture of two fields. */
  turn: string[];
  deinterlace: string[];
  /** Frames per second, on average. */
  rate: number;
  /** In PQ or HLG: brighter than a plain screen, and washed out there unless tones are mapped. */
  isHdr: boolean;
  /** Whether every browser plays the pictures, and the sound, as they are. */
  isVideoReady: boolean;
  isAudioReady: boolean;
  words: Record<string, string>;
}

function ratio({ num, den }: Rational): number {
  return den > 0 ? num / den : 0;
}

/** A track of a type with something in it that can be decoded; one that players show, if there is one. */
function findTrack(streams: Stream[], type: AVMediaType): Stream | null {
  const found = streams.filter(({ codecpar }) => {
    const isEmpty = type === AVMEDIA_TYPE_VIDEO && codecpar.width * codecpar.height === 0;
    return codecpar.codecType === type && !isEmpty && Codec.findDecoder(codecpar.codecId);
  });
  return found.find((stream) => stream.hasDisposition(AV_DISPOSITION_DEFAULT)) ?? found[0] ?? null;
}

/** The turn that a track asks players for: the filters that do it, and whether it lies on its side. */
function readTurn({ codecpar }: Stream): { turn: string[]; isSideways: boolean } {
  const matrix = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 20) return { turn: [], isSideways: false };
  const [a = 0, b = 0, c = 0, d = 0] = [0, 4, 12, 16].map((at) => matrix.readInt32LE(at));
  if (Math.abs(b) <= Math.abs(a))
    return {
      turn: [a < 0 ? 'hflip' : '', d < 0 ? 'vflip' : ''].filter(Boolean),
      isSideways: false,
    };
  const clockwise = c > 0 ? 'cclock_flip' : 'clock';
  const counter = c < 0 ? 'clock_flip' : 'cclock';
  return { turn: [`transpose=${b > 0 ? clockwise : counter}`], isSideways: true };
}

function shownSize(video: Stream, isSideways: boolean): Size {
  const { width, height } = video.codecpar;
  const stated = ratio(video.sampleAspectRatio) || ratio(video.codecpar.sampleAspectRatio);
  const shape = stated > 0.1 && stated < 10 ? stated : 1;
  const wide = Math.max(1, Math.round(width * shape));
  return isSideways ? { width: height, height: wide } : { width: wide, height };
}

/** Tracks that players show only when asked: what is published must not hold what is in them. */
function hasHidden(streams: Stream[]): boolean {
  return streams.some(
    (stream) =>
      [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].some((type) => type === stream.codecpar.codecType) &&
      !stream.hasDisposition(AV_DISPOSITION_DEFAULT),
  );
}

function describe(context: FormatContext, video: Stream, audio: Stream | null, streams: Stream[]) {
  const { codecpar } = video;
  const isOld = codecpar.height < HD_LINES;
  if (codecpar.colorSpace === AVCOL_SPC_UNSPECIFIED)
    codecpar.colorSpace = isOld ? AVCOL_SPC_SMPTE170M : AVCOL_SPC_BT709;
  if (codecpar.colorPrimaries === AVCOL_PRI_UNSPECIFIED)
    codecpar.colorPrimaries = isOld ? AVCOL_PRI_SMPTE170M : AVCOL_PRI_BT709;
  if (codecpar.colorTrc === AVCOL_TRC_UNSPECIFIED) codecpar.colorTrc = AVCOL_TRC_BT709;
  const { turn, isSideways } = readTurn(video);
  const rate = ratio(video.avgFrameRate) || ratio(video.rFrameRate);
  const isHdr = [AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67].some(
    (transfer) => transfer === codecpar.colorTrc,
  );
  const isWhole = WHOLE_PICTURES.includes(codecpar.toJSON().fieldOrder);
  const square = shownSize(video, false);
  const mayCopy = context.iformat?.name?.startsWith('mov') === true && !hasHidden(streams);
  const length = context.duration === AV_NOPTS_VALUE ? 0 : Number(context.duration) / AV_TIME_BASE;
  return {
    context,
    video,
    audio,
    duration: Math.max(0, length),
    begin: context.startTime === AV_NOPTS_VALUE ? 0n : context.startTime,
    upright: shownSize(video, isSideways),
    turn,
    deinterlace: isWhole ? [] : ['bwdif=mode=send_frame'],
    rate,
    isHdr,
    isVideoReady:
      mayCopy &&
      codecpar.codecId === AV_CODEC_ID_H264 &&
      codecpar.format === AV_PIX_FMT_YUV420P &&
      isWhole &&
      !isHdr &&
      square.width === codecpar.width &&
      rate < MAX_RATE + 1,
    isAudioReady:
      mayCopy && audio?.codecpar.codecId === AV_CODEC_ID_AAC && audio.codecpar.channels <= 2,
    words: context.metadata?.getAll() ?? {},
  };
}

/** Opens a video for some work, and closes it after that. Throws `RefusedFile` for what is none. */
export async function withVideo<T>(
  file: string,
  format: AcceptedFormat,
  work: (video: OpenVideo) => Promise<T>,
): Promise<T> {
  await using context = new FormatContext();
  using options = Dictionary.fromObject(OPTIONS);
  const demuxer = InputFormat.findInputFormat(DEMUXERS[format] ?? '');
  if (!demuxer) throw unsupported();
  need(await context.openInput(`file:${file}`, demuxer, options));
  need(await context.findStreamInfo(null));
  // The cover of an album is no video.
  const streams = context.streams.filter(
    (stream) => !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC),
  );
  const video = findTrack(streams, AVMEDIA_TYPE_VIDEO);
  const audio = findTrack(streams, AVMEDIA_TYPE_AUDIO);
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
    if (answer === AVERROR_EOF) return;
    need(answer);
    const stream = [video, audio].find((one) => one?.index === packet.streamIndex);
    if (stream) {
      const { num, den } = stream.timeBase;
      const shift = (begin * BigInt(den)) / (BigInt(num) * BigInt(AV_TIME_BASE));
      if (packet.pts !== AV_NOPTS_VALUE) packet.pts -= shift;
      if (packet.dts !== AV_NOPTS_VALUE) packet.dts -= shift;
      yield { packet, stream };
    }
    packet.unref();
  }
}

/** Sound that an encoder needs before the first that is heard, in seconds: no more than it is left out of a copy. */
const PRIMING_SECONDS = 0.1;

/**
 * Reads every packet. Answers where the last one ends, in seconds, and whether there is more in the tracks than
 * players show: an edit list that cuts.
 */
export async function readThrough(source: OpenVideo): Promise<{ end: number; isCut: boolean }> {
  let end = 0;
  let hidden = 0;
  for await (const { packet, stream } of readPackets(source)) {
    if (packet.pts === AV_NOPTS_VALUE) continue;
    end = Math.max(end, secondsOf(packet.pts + packet.duration, stream));
    if (!packet.hasFlags(AV_PKT_FLAG_DISCARD)) continue;
    hidden += stream === source.video ? PRIMING_SECONDS : secondsOf(packet.duration, stream);
  }
  return { end, isCut: hidden >= PRIMING_SECONDS };
}
