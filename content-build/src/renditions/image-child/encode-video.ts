/**
 * Decodes, filters, encodes and writes videos, or copies the packets of a track. Writes no metadata. A stage gets one
 * input, null at the end; what it yields is valid until the next is asked for. Decoders and filters free their memory
 * at the end. Stages are synchronous: the codecs have threads of their own, and a turn of the event loop for each call
 * would take up to a third longer.
 */
import { open } from 'node:fs/promises';
import type { Size } from '@veldlicht/contract/ladder';
import { FilterAPI } from 'node-av/api';
import * as av from 'node-av/constants';
import {
  avRescaleQ,
  BitStreamFilter,
  BitStreamFilterContext,
  Codec,
  CodecContext,
  Dictionary,
  FormatContext,
  Frame,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib';
import { unreadable } from './image-types.ts';
import { readTopBoxes } from './iso-boxes.ts';
import {
  MAX_RATE,
  MAX_VIDEO_SIDE,
  need,
  type OpenVideo,
  readPackets,
  secondsOf,
} from './open-video.ts';
import { KNEE, PAPER_WHITE } from './tones.ts';

export type Stage<From, To> = (input: From | null) => Generator<To>;

/** Of a codec; each of a decoder holds its own pictures: of 8K, 100 MB. */
const THREADS = 2;

export function chain<A, B, C>(first: Stage<A, B>, next: Stage<B, C>): Stage<A, C> {
  return function* (input) {
    for (const between of first(input)) yield* next(between);
    if (input === null) yield* next(null);
  };
}

/** False when the codec needs more input or has ended. Throws on errors. */
function isGiven(answer: number): boolean {
  return answer !== av.AVERROR_EAGAIN && answer !== av.AVERROR_EOF && need(answer) >= 0;
}

export async function decoding(
  stream: Stream,
  options: Record<string, string | number> = {},
): Promise<Stage<Packet, Frame>> {
  const { codecpar, timeBase } = stream;
  const codec = Codec.findDecoder(codecpar.codecId);
  if (!codec) throw unreadable();
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  need(decoder.parametersToContext(codecpar));
  decoder.pktTimebase = timeBase;
  decoder.threadCount = THREADS;
  using given = Dictionary.fromObject({ max_pixels: MAX_VIDEO_SIDE ** 2, ...options });
  need(await decoder.open2(codec, given));
  const frame = new Frame();
  frame.alloc();
  return function* (packet) {
    let sent: number = av.AVERROR_EAGAIN;
    while (sent === av.AVERROR_EAGAIN) {
      sent = decoder.sendPacketSync(packet);
      // Skips damaged pictures, as players do.
      while (decoder.receiveFrameSync(frame) >= 0) {
        frame.timeBase = timeBase;
        frame.pts = frame.bestEffortTimestamp;
        // A decoder may not report the colours that the container declares.
        if (frame.colorSpace === av.AVCOL_SPC_UNSPECIFIED) frame.colorSpace = codecpar.colorSpace;
        if (frame.colorRange === av.AVCOL_RANGE_UNSPECIFIED) frame.colorRange = codecpar.colorRange;
        yield frame;
      }
    }
    if (packet) return;
    frame.free();
    decoder.freeContext();
  };
}

export function filtering(filters: string[]): Stage<Frame, Frame> {
  const filter = FilterAPI.create(filters.join(','), { threads: THREADS });
  return function* (frame) {
    filter.processSync(frame);
    for (let made = filter.receiveSync(); made; made = filter.receiveSync()) {
      using given = made;
      yield given;
    }
    if (!frame) filter.close();
  };
}

/** Encodes with an open codec. Of two pictures with the same timestamp the first counts. */
export function encoding(encoder: CodecContext): Stage<Frame, Packet> {
  const packet = new Packet();
  packet.alloc();
  let last = -(2n ** 62n);
  return function* (frame) {
    if (frame) {
      frame.pts = avRescaleQ(frame.pts, frame.timeBase, encoder.timeBase);
      frame.duration = avRescaleQ(frame.duration, frame.timeBase, encoder.timeBase);
      frame.timeBase = encoder.timeBase;
      if (encoder.codecType === av.AVMEDIA_TYPE_VIDEO) {
        if (frame.pts <= last) return;
        last = frame.pts;
        frame.pictType = av.AV_PICTURE_TYPE_NONE;
      }
    }
    need(encoder.sendFrameSync(frame));
    while (isGiven(encoder.receivePacketSync(packet))) yield packet;
  };
}

/** Slices, parameter sets and delimiters (H.264 table 7-1). SEI messages may hold anything, as a drone's position. */
const PICTURE_UNITS = '1-5|7-11|13';

/** Removes SEI messages, fillers and undefined units from H.264, also from the extradata of the track. */
export function withoutMessages({ codecpar, timeBase }: Stream): Stage<Packet, Packet> {
  const filter = new BitStreamFilterContext();
  const kind = BitStreamFilter.getByName('filter_units');
  if (!kind) throw new Error('FFmpeg has no filter_units');
  need(filter.alloc(kind));
  need(filter.setOption('pass_types', PICTURE_UNITS));
  if (filter.inputCodecParameters) need(codecpar.copy(filter.inputCodecParameters));
  filter.inputTimeBase = timeBase;
  need(filter.init());
  need(filter.outputCodecParameters?.copy(codecpar) ?? 0);
  const packet = new Packet();
  packet.alloc();
  return function* (given) {
    need(filter.sendPacketSync(given));
    while (isGiven(filter.receivePacketSync(packet))) yield packet;
  };
}

/** From PQ or HLG to linear light and BT.709, with highlights rolled off. */
const TONE_MAP = [
  `zscale=t=linear:npl=${PAPER_WHITE}`,
  'format=gbrpf32le',
  'zscale=p=bt709',
  `tonemap=tonemap=mobius:param=${KNEE}:desat=0`,
  'zscale=t=bt709:m=bt709:r=tv',
  'format=yuv420p',
];

/** Filters to a size: deinterlaced, upright, square pixels. Tones are mapped last, on the smaller picture. */
export function pictureFilters(
  source: OpenVideo,
  { width, height }: Size,
  rate?: number,
): string[] {
  return [
    ...source.deinterlace,
    ...(rate === undefined ? [] : [`fps=${rate}`]),
    ...source.turn,
    `scale=${width}:${height}:out_range=tv`,
    'setsar=1',
    ...(source.isHdr ? TONE_MAP : []),
  ];
}

export interface Pictures extends Size {
  /** Of x264. */
  options: Record<string, string | number>;
  /** Frames per second; by default those of the source, at most `MAX_RATE`. */
  rate?: number;
  /** In seconds; by default all. */
  part?: { from: number; until: number };
}

interface Plan {
  video: 'copy' | Pictures;
  audio: 'copy' | 'encode' | 'none';
}

const X264 = { preset: 'veryfast', profile: 'high', crf: 23 };

async function openEncoder(
  name: av.FFEncoderCodec,
  target: Stream,
  settings: Partial<CodecContext>,
  options: Record<string, string | number>,
): Promise<CodecContext> {
  const codec = Codec.findEncoderByName(name);
  if (!codec) throw new Error(`FFmpeg has no ${name}`);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  Object.assign(encoder, settings);
  encoder.setFlags(av.AV_CODEC_FLAG_GLOBAL_HEADER, av.AV_CODEC_FLAG_FRAME_DURATION);
  using given = Dictionary.fromObject(options);
  need(await encoder.open2(codec, given));
  need(target.codecpar.fromContext(encoder));
  target.timeBase = encoder.timeBase;
  return encoder;
}

const BT709 = {
  colorPrimaries: av.AVCOL_PRI_BT709,
  colorTrc: av.AVCOL_TRC_BT709,
  colorSpace: av.AVCOL_SPC_BT709,
};

async function encodePictures(
  source: OpenVideo,
  target: Stream,
  { width, height, options, rate, part }: Pictures,
): Promise<Stage<Packet, Packet>> {
  const { video, isHdr } = source;
  const { colorPrimaries, colorTrc, colorSpace } = isHdr ? BT709 : video.codecpar;
  const most = rate ?? (source.rate > MAX_RATE ? MAX_RATE : undefined);
  const settings = {
    width,
    height,
    pixelFormat: av.AV_PIX_FMT_YUV420P,
    timeBase: most ? new Rational(1, most) : video.timeBase,
    framerate: most ? new Rational(most, 1) : video.avgFrameRate,
    sampleAspectRatio: new Rational(1, 1),
    threadCount: THREADS,
    colorRange: av.AVCOL_RANGE_MPEG,
    colorPrimaries,
    colorTrc,
    colorSpace,
  };
  const encoder = await openEncoder(av.FF_ENCODER_LIBX264, target, settings, {
    ...X264,
    ...options,
  });
  const filter = filtering([
    ...(part ? [`trim=${part.from}:${part.until}`, 'setpts=PTS-STARTPTS'] : []),
    ...pictureFilters(source, { width, height }, most),
    'format=yuv420p',
  ]);
  return chain(chain(await decoding(video), filter), encoding(encoder));
}

const RATES = [44_100, 48_000];

/** AAC in stereo. */
async function encodeSound(sound: Stream, target: Stream): Promise<Stage<Packet, Packet>> {
  const given = sound.codecpar.sampleRate;
  const sampleRate = RATES.includes(given) ? given : 48_000;
  const settings = {
    sampleFormat: av.AV_SAMPLE_FMT_FLTP,
    sampleRate,
    channelLayout: av.AV_CHANNEL_LAYOUT_STEREO,
    timeBase: new Rational(1, sampleRate),
  };
  const encoder = await openEncoder(av.FF_ENCODER_AAC, target, settings, { b: 128_000 });
  const filter = filtering([
    `aformat=sample_fmts=fltp:sample_rates=${sampleRate}:channel_layouts=stereo`,
    `asetnsamples=n=${encoder.frameSize}:p=0`,
  ]);
  return chain(chain(await decoding(sound), filter), encoding(encoder));
}

interface Lane {
  stream: Stream;
  target: Stream;
  stage: Stage<Packet, Packet>;
}

function copyStream(stream: Stream, target: Stream): Stage<Packet, Packet> {
  need(stream.codecpar.copy(target.codecpar));
  target.codecpar.codecTag = 0;
  target.timeBase = stream.timeBase;
  target.sampleAspectRatio = stream.sampleAspectRatio;
  target.avgFrameRate = stream.avgFrameRate;
  return function* (packet) {
    if (packet) yield packet;
  };
}

async function openLanes(source: OpenVideo, output: FormatContext, plan: Plan): Promise<Lane[]> {
  const { video, audio } = source;
  const picture = output.newStream(null);
  const made =
    plan.video === 'copy'
      ? copyStream(video, picture)
      : await encodePictures(source, picture, plan.video);
  const lanes = [{ stream: video, target: picture, stage: chain(made, withoutMessages(picture)) }];
  if (!audio || plan.audio === 'none') return lanes;
  const sound = output.newStream(null);
  const stage = plan.audio === 'copy' ? copyStream(audio, sound) : await encodeSound(audio, sound);
  return [...lanes, { stream: audio, target: sound, stage }];
}

/** Seeks to the last key frame before a moment. */
export async function seek({ context, begin }: OpenVideo, seconds: number): Promise<void> {
  const at = begin + BigInt(Math.round(seconds * 1e6));
  if (seconds > 0) need(await context.seekFrame(-1, at, av.AVSEEK_FLAG_BACKWARD));
}

/** Bytes of the empty `udta` box that ends every index FFmpeg writes. */
const EMPTY_UDTA = 61;

/** Turns that box into `free`, which moves no offset. */
async function blankUdta(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  const { boxes } = await readTopBoxes(handle);
  const start = (boxes.find(({ type }) => type === 'moov')?.end ?? 0) - EMPTY_UDTA;
  const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, start);
  if (buffer.toString('latin1') !== '\0\0\0\x3dudta') throw new Error('no empty udta');
  buffer.write('free', 4, 'latin1');
  await handle.write(Buffer.concat([buffer], EMPTY_UDTA), 0, EMPTY_UDTA, start);
}

/** Writes an MP4 with its index in front. Returns its number of pictures; `onSeconds` gets the position. */
export async function writeVideo(
  source: OpenVideo,
  file: string,
  plan: Plan,
  onSeconds?: (seconds: number) => void,
): Promise<number> {
  const until = plan.video === 'copy' ? undefined : plan.video.part?.until;
  await using output = new FormatContext();
  need(output.allocOutputContext2(null, 'mp4', `file:${file}`));
  // Without the name of the encoder and the time.
  output.setFlags(av.AVFMT_FLAG_BITEXACT);
  const lanes = await openLanes(source, output, plan);
  need(await output.openOutput());
  using options = Dictionary.fromObject({ movflags: '+faststart', write_tmcd: 0 });
  const given = lanes.map(({ target }) => target.timeBase);
  let pictures = 0;
  const write = ({ stream, target, stage }: Lane, input: Packet | null) => {
    const at = given[target.index] ?? target.timeBase;
    for (const packet of stage(input)) {
      if (stream === source.video) {
        pictures += 1;
        onSeconds?.(secondsOf(packet.dts, { timeBase: at }));
      }
      packet.streamIndex = target.index;
      packet.pos = -1n;
      packet.rescaleTs(at, target.timeBase);
      need(output.interleavedWriteFrameSync(packet));
    }
  };
  need(await output.writeHeader(options));
  for await (const { packet, stream } of readPackets(source)) {
    if (until !== undefined && secondsOf(packet.dts, stream) >= until) break;
    const lane = lanes.find((one) => one.stream === stream);
    if (lane) write(lane, packet);
  }
  for (const lane of lanes) write(lane, null);
  need(await output.writeTrailer());
  await output.closeOutput();
  await blankUdta(file);
  return pictures;
}

/** Decodes and filters the frames from a moment on. */
export async function* readFrames(
  source: OpenVideo,
  from: number,
  filters: string[],
): AsyncGenerator<Frame> {
  const { video } = source;
  await seek(source, from);
  const stage = chain(await decoding(video), filtering([`trim=${from}`, ...filters]));
  for await (const { packet, stream } of readPackets(source))
    if (stream === video) yield* stage(packet);
  yield* stage(null);
}
