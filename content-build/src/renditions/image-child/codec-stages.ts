/** Stages of a packet. A stage gets one input, null at the end; what it yields is valid until the next is asked for. */
import { FilterAPI } from 'node-av/api';
import * as av from 'node-av/constants';
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
import { unreadable } from './image-types.ts';
import { MAX_VIDEO_SIDE, need } from './open-video.ts';

export type Stage<From, To> = (input: From | null) => AsyncGenerator<To>;

/** Each decoder thread holds its own pictures: of 8K, 100 MB. */
const THREADS = 2;

export function chain<A, B, C>(first: Stage<A, B>, next: Stage<B, C>): Stage<A, C> {
  return async function* (input) {
    for await (const between of first(input)) yield* next(between);
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
  return async function* (packet) {
    let sent: number = av.AVERROR_EAGAIN;
    while (sent === av.AVERROR_EAGAIN) {
      sent = await decoder.sendPacket(packet);
      // Skips damaged pictures, as players do.
      while ((await decoder.receiveFrame(frame)) >= 0) {
        frame.timeBase = timeBase;
        frame.pts = frame.bestEffortTimestamp;
        // A decoder may not report the colours that the container declares.
        if (frame.colorSpace === av.AVCOL_SPC_UNSPECIFIED) frame.colorSpace = codecpar.colorSpace;
        if (frame.colorRange === av.AVCOL_RANGE_UNSPECIFIED) frame.colorRange = codecpar.colorRange;
        yield frame;
      }
    }
  };
}

export function filtering(filters: string[]): Stage<Frame, Frame> {
  const filter = FilterAPI.create(filters.join(','), { threads: THREADS });
  return async function* (frame) {
    await filter.process(frame);
    for (let made = await filter.receive(); made; made = await filter.receive()) {
      using given = made;
      yield given;
    }
  };
}

/** Encodes with an open codec. Of two pictures with the same timestamp the first counts. */
export function encoding(encoder: CodecContext): Stage<Frame, Packet> {
  const packet = new Packet();
  packet.alloc();
  let last = -(2n ** 62n);
  return async function* (frame) {
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
    need(await encoder.sendFrame(frame));
    while (isGiven(await encoder.receivePacket(packet))) yield packet;
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
  return async function* (given) {
    need(await filter.sendPacket(given));
    while (isGiven(await filter.receivePacket(packet))) yield packet;
  };
}
