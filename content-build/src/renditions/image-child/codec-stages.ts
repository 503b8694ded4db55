/**
 * What a packet goes through: decoding, filtering, encoding, and losing the messages in it. Each stage is called with
 * one input, and at the end with null, and gives what comes of it; what it gives is its own again after that.
 */
import { FilterAPI } from 'node-av/api';
import {
  AV_PICTURE_TYPE_NONE,
  AVCOL_RANGE_UNSPECIFIED,
  AVCOL_SPC_UNSPECIFIED,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import {
  avRescaleQ,
  BitStreamFilter,
  BitStreamFilterContext,
  Codec,
  CodecContext,
  Dictionary,
  Frame,
  Packet,
  type Stream,
} from 'node-av/lib';
import { need } from './av-errors.ts';
import { unreadable } from './image-types.ts';
import { MAX_VIDEO_SIDE, secondsOf } from './open-video.ts';

export type Stage<From, To> = (input: From | null) => AsyncGenerator<To>;

/** Each thread that decodes holds pictures of its own: of 8K, a hundred megabytes. */
const THREADS = 2;

export function chain<A, B, C>(first: Stage<A, B>, next: Stage<B, C>): Stage<A, C> {
  return async function* (input) {
    for await (const between of first(input)) yield* next(between);
    if (input === null) yield* next(null);
  };
}

/** Asks until there is nothing more; true when it was given something. Throws on any other answer. */
function isGiven(answer: number): boolean {
  return answer !== AVERROR_EAGAIN && answer !== AVERROR_EOF && need(answer) >= 0;
}

/** `options` are those of the decoder, by name. */
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
  return async function* (packet) {
    let sent: number = AVERROR_EAGAIN;
    while (sent === AVERROR_EAGAIN) {
      sent = await decoder.sendPacket(packet);
      // A damaged picture is left out, as players do.
      while ((await decoder.receiveFrame(frame)) >= 0) {
        frame.timeBase = timeBase;
        frame.pts = frame.bestEffortTimestamp;
        // A decoder may not report the colours that the container declares.
        if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) frame.colorSpace = codecpar.colorSpace;
        if (frame.colorRange === AVCOL_RANGE_UNSPECIFIED) frame.colorRange = codecpar.colorRange;
        yield frame;
      }
    }
  };
}

/** Frames that begin within so many seconds, alone. */
export function within(from: number, until: number): Stage<Frame, Frame> {
  return async function* (frame) {
    const at = frame ? secondsOf(frame.pts, frame) : Number.NaN;
    if (frame && at >= from && at < until) yield frame;
  };
}

/** Frames by filters as ffmpeg writes them. */
export function filtering(description: string): Stage<Frame, Frame> {
  const filter = FilterAPI.create(description, { threads: THREADS });
  return async function* (frame) {
    await filter.process(frame);
    for (let made = await filter.receive(); made; made = await filter.receive()) {
      using given = made;
      yield given;
    }
  };
}

/** Encodes with a codec that is open; of two pictures at the same moment, the first. */
export function encoding(encoder: CodecContext): Stage<Frame, Packet> {
  const packet = new Packet();
  packet.alloc();
  let last = -(2n ** 62n);
  return async function* (frame) {
    if (frame) {
      frame.pts = avRescaleQ(frame.pts, frame.timeBase, encoder.timeBase);
      frame.duration = avRescaleQ(frame.duration, frame.timeBase, encoder.timeBase);
      frame.timeBase = encoder.timeBase;
      if (encoder.codecType === AVMEDIA_TYPE_VIDEO) {
        if (frame.pts <= last) return;
        last = frame.pts;
        frame.pictType = AV_PICTURE_TYPE_NONE;
      }
    }
    need(await encoder.sendFrame(frame));
    while (isGiven(await encoder.receivePacket(packet))) yield packet;
  };
}

/** Slices, parameter sets and delimiters (H.264 table 7-1): messages may hold anything, a drone's position too. */
const PICTURE_UNITS = '1-5|7-11|13';

/** Takes messages, fillers and undefined units out of the H.264 of a track, and out of the head of that track. */
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
  return async function* (given) {
    need(await filter.sendPacket(given));
    while (isGiven(await filter.receivePacket(packet))) yield packet;
  };
}
