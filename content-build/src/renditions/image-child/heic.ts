/** HEIC: HEVC is not in sharp, so FFmpeg decodes it, tile by tile, into the room for the whole picture. */
import { MAX_PIXELS, type Size } from '@veldlicht/contract/ladder';
import {
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  type AVColorSpace,
} from 'node-av/constants';
import {
  Dictionary,
  FormatContext,
  type Frame,
  InputFormat,
  Packet,
  type Stream,
} from 'node-av/lib';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { need } from './av-errors.ts';
import { chain, decoding, filtering, type Stage } from './codec-stages.ts';
import { type MainItem, readMainItem } from './heif-item.ts';
import { unreadable } from './image-types.ts';
import type { PictureHeader } from './picture-header.ts';
import { turned } from './target-size.ts';

/** Tiles and pictures beside them. */
const MAX_STREAMS = 4096;

interface Canvas extends Size {
  /** How much of the picture is cut off before it. */
  left: number;
  top: number;
  codes: Uint8Array | Uint16Array;
}

/** The main picture as it is put together, before it is cut and turned. */
function wholeSize({ properties }: MainItem): Size {
  const stated = properties.find(({ type }) => type === 'ispe')?.body;
  if (!stated) throw unreadable();
  return { width: stated.readUInt32BE(4), height: stated.readUInt32BE(8) };
}

/** Left and top edge of a crop; `clap` states the offset of its centre. */
function cutOf({ properties }: MainItem, whole: Size, shown: Size): { left: number; top: number } {
  const clip = properties.find(({ type }) => type === 'clap')?.body;
  const offset = (at: number) => (clip ? clip.readInt32BE(at) / clip.readUInt32BE(at + 4) : 0);
  return {
    left: Math.round((whole.width - shown.width) / 2 + (clip ? offset(16) : 0)),
    top: Math.round((whole.height - shown.height) / 2 + (clip ? offset(24) : 0)),
  };
}

/** What the container says of matrix and range goes before what the stream says; where neither does, it is BT.601. */
function told({ named }: MainItem): Stage<Frame, Frame> {
  const body = named('colr').find((one) => one.toString('latin1', 0, 4) === 'nclx');
  return async function* (frame) {
    if (!frame) return;
    if (body && body.length >= 11) {
      frame.colorSpace = body.readUInt16BE(8) as AVColorSpace;
      frame.colorRange = (body[10] ?? 0) & 0x80 ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
    }
    if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) frame.colorSpace = AVCOL_SPC_SMPTE170M;
    yield frame;
  };
}

/** Puts the pixels of a tile, as far as they lie inside, where they belong. */
function copyTile(tile: Frame, index: number, whole: Size, canvas: Canvas): void {
  const columns = Math.ceil(whole.width / tile.width);
  const left = (index % columns) * tile.width - canvas.left;
  const top = Math.floor(index / columns) * tile.height - canvas.top;
  const bytes = tile.toBuffer();
  const { codes } = canvas;
  const tileCodes =
    codes instanceof Uint16Array
      ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
      : bytes;
  const [from, to] = [Math.max(left, 0), Math.min(left + tile.width, canvas.width)];
  if (from >= to) return;
  for (let y = Math.max(top, 0); y < Math.min(top + tile.height, canvas.height); y++) {
    const start = ((y - top) * tile.width + from - left) * 3;
    const row = tileCodes.subarray(start, start + (to - from) * 3);
    codes.set(row, (y * canvas.width + from) * 3);
  }
}

/** A decoder for each set of parameters, of which the tiles of a picture have one. */
function decoders(item: MainItem, isDeep: boolean) {
  const known = new Map<string, Stage<Packet, Frame>>();
  const [planes, packed] = isDeep ? ['gbrp16le', 'rgb48le'] : ['gbrp', 'rgb24'];
  const filters = `zscale=matrix=gbr:range=full,format=${planes},format=${packed}`;
  return {
    all: () => known.values(),
    of: async (stream: Stream) => {
      const key = stream.codecpar.extradata?.toString('latin1') ?? '';
      const made =
        known.get(key) ??
        chain(
          chain(
            await decoding(stream, { max_pixels: MAX_PIXELS, err_detect: 'explode' }),
            told(item),
          ),
          filtering(filters),
        );
      known.set(key, made);
      return made;
    },
  };
}

async function decode(file: string, item: MainItem, whole: Size, canvas: Canvas): Promise<void> {
  await using context = new FormatContext();
  using options = Dictionary.fromObject({ protocol_whitelist: 'file', max_streams: MAX_STREAMS });
  const demuxer = InputFormat.findInputFormat('mov');
  need(await context.openInput(`file:${file}`, demuxer, options));
  const stages = decoders(item, canvas.codes instanceof Uint16Array);
  const missing = new Set(item.parts.keys());
  const place = async (frames: AsyncGenerator<Frame>) => {
    for await (const frame of frames) {
      const index = Number(frame.pts);
      const { width, height } = frame;
      const tiles = Math.ceil(whole.width / width) * Math.ceil(whole.height / height);
      if (tiles !== item.parts.length || !missing.delete(index)) throw unreadable();
      copyTile(frame, index, whole, canvas);
    }
  };
  using packet = new Packet();
  packet.alloc();
  while ((await context.readFrame(packet)) >= 0) {
    const stream = context.streams[packet.streamIndex];
    const index = stream ? item.parts.indexOf(stream.id) : -1;
    if (stream && index >= 0) {
      packet.pts = BigInt(index);
      packet.dts = packet.pts;
      await place((await stages.of(stream))(packet));
    }
    packet.unref();
  }
  for (const stage of stages.all()) await place(stage(null));
  if (missing.size > 0) throw unreadable();
}

/** A pipeline that begins with the codes of the picture, not turned yet; of 16 bits when they are to be mapped. */
export async function openHeic(
  file: string,
  { upright, orientation, hdr, bits }: PictureHeader,
  options: SharpOptions,
): Promise<Sharp> {
  const item = await readMainItem(file);
  if (!item) throw unreadable();
  const shown = turned(upright, orientation);
  const whole = wholeSize(item);
  const count = shown.width * shown.height * 3;
  const codes = hdr !== null && bits > 8 ? new Uint16Array(count) : new Uint8Array(count);
  await decode(file, item, whole, { ...shown, ...cutOf(item, whole, shown), codes });
  return sharp(codes, { ...options, raw: { ...shown, channels: 3 } });
}
