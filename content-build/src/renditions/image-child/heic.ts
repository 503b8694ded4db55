/** HEIC: sharp has no HEVC, so FFmpeg decodes the tiles, which are joined here. */
import { setImmediate } from 'node:timers/promises';
import { MAX_PIXELS, type Size } from '@veldlicht/contract/ladder';
import * as av from 'node-av/constants';
import { FormatContext, type Frame, Packet, type Stream } from 'node-av/lib';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { nclxOf } from './code-points.ts';
import { decoding, filtering, type Stage } from './encode-video.ts';
import { type MainItem, readMainItem } from './heif-item.ts';
import { unreadable } from './image-types.ts';
import { openContainer } from './open-video.ts';
import type { PictureHeader } from './picture-header.ts';
import { turned } from './target-size.ts';

/** Tiles, thumbnails and gain maps of one file. */
const MAX_STREAMS = 4096;
const DECODER = { max_pixels: MAX_PIXELS, err_detect: 'explode' };

/** Size of the joined tiles, before cropping and turning. */
function wholeSize({ properties }: MainItem): Size {
  const stated = properties.find(({ type }) => type === 'ispe')?.body;
  if (!stated) throw unreadable();
  return { width: stated.readUInt32BE(4), height: stated.readUInt32BE(8) };
}

/** Left and top edge of the shown part; `clap` states the offset of its centre as fractions. */
function edgesOf({ properties }: MainItem, whole: Size, { width, height }: Size) {
  const clip = properties.find(({ type }) => type === 'clap')?.body;
  const offset = (at: number) => (clip ? clip.readInt32BE(at) / clip.readUInt32BE(at + 4) : 0);
  // An offset may lead beyond the picture.
  const edge = (room: number, shift: number) =>
    Math.max(0, Math.min(room, Math.round(room / 2 + shift)));
  return {
    left: edge(whole.width - width, offset(16)),
    top: edge(whole.height - height, offset(24)),
  };
}

interface Raster extends Size {
  bytes: Buffer;
}

/** Copies what lies within a picture of a strip whose corner is at `left` and `top`. */
function placeStrip(picture: Raster, strip: Raster, left: number, top: number): void {
  const perPixel = strip.bytes.length / (strip.width * strip.height);
  const from = Math.max(0, -left);
  const to = Math.min(strip.width, picture.width - left);
  const until = Math.min(strip.height, picture.height - top);
  for (let row = Math.max(0, -top); from < to && row < until; row++) {
    const target = ((top + row) * picture.width + left + from) * perPixel;
    const start = row * strip.width;
    strip.bytes.copy(picture.bytes, target, (start + from) * perPixel, (start + to) * perPixel);
  }
}

interface Tile {
  stream: Stream;
  packet: Packet;
}

async function readTiles(context: FormatContext, { parts }: MainItem): Promise<Tile[]> {
  const tiles = new Map<number, Tile>();
  using packet = new Packet();
  packet.alloc();
  while ((await context.readFrame(packet)) >= 0) {
    const stream = context.streams[packet.streamIndex];
    const kept = stream && parts.includes(stream.id) ? packet.clone() : null;
    if (stream && kept) tiles.set(stream.id, { stream, packet: kept });
    packet.unref();
  }
  const found = parts.flatMap((id) => tiles.get(id) ?? []);
  if (found.length < parts.length) throw unreadable();
  return found;
}

/** Decodes tiles in order, by one decoder while their parameters are the same. */
async function* decodeTiles(tiles: Tile[]): AsyncGenerator<Frame> {
  let known: string | undefined;
  let stage: Stage<Packet, Frame> | undefined;
  for (const { stream, packet } of tiles) {
    const parameters = stream.codecpar.extradata?.toString('latin1') ?? '';
    if (!stage || parameters !== known) {
      if (stage) yield* stage(null);
      stage = await decoding(stream, DECODER);
      known = parameters;
    }
    yield* stage(packet);
    packet.free();
  }
  if (stage) yield* stage(null);
}

/** Sets matrix and range: the container overrules the stream; the default is BT.601. */
function nameColours(frame: Frame, item: MainItem): void {
  const [body] = nclxOf(item);
  if (body) {
    frame.colorSpace = body.readUInt16BE(8) as av.AVColorSpace;
    frame.colorRange = (body[10] ?? 0) & 0x80 ? av.AVCOL_RANGE_JPEG : av.AVCOL_RANGE_MPEG;
  }
  if (frame.colorSpace === av.AVCOL_SPC_UNSPECIFIED) frame.colorSpace = av.AVCOL_SPC_SMPTE170M;
}

/** Rows that are converted at a time: each of the conversion's pictures is as large as the strip. */
const STRIP = 1024;

/** Converts a tile to interleaved RGB in strips. Yields the first row of each and its codes. */
function* convertTile(tile: Frame, isDeep: boolean): Generator<{ row: number; strip: Raster }> {
  const { width, height } = tile;
  const [planes, packed] = isDeep ? ['gbrp16le', 'rgb48le'] : ['gbrp', 'rgb24'];
  for (let row = 0; row < height; row += STRIP) {
    const rows = Math.min(STRIP, height - row);
    const convert = filtering([
      `crop=${width}:${rows}:0:${row}:exact=1`,
      `zscale=matrix=gbr:range=full,format=${planes},format=${packed}`,
    ]);
    for (const made of convert(tile))
      yield { row, strip: { width, height: rows, bytes: made.toBuffer() } };
    // Frees the pictures that the filters hold.
    convert(null).next();
  }
}

/** Opens the decoded picture, not turned; in 16 bits when its colours will be converted. Throws `RefusedFile`. */
export async function openHeic(
  file: string,
  { upright, orientation, colour, bits }: PictureHeader,
  options: SharpOptions,
): Promise<Sharp> {
  const item = await readMainItem(file);
  if (!item) throw unreadable();
  const whole = wholeSize(item);
  const shown = turned(upright, orientation);
  const isDeep = colour === 'wide' && bits > 8;
  await using context = new FormatContext();
  await openContainer(context, file, 'heic', { max_streams: MAX_STREAMS });
  const edges = edgesOf(item, whole, shown);
  const bytes = Buffer.alloc(shown.width * shown.height * (isDeep ? 6 : 3));
  let place = 0;
  for await (const tile of decodeTiles(await readTiles(context, item))) {
    const columns = Math.ceil(whole.width / tile.width);
    if (columns * Math.ceil(whole.height / tile.height) !== item.parts.length) throw unreadable();
    nameColours(tile, item);
    const left = (place % columns) * tile.width - edges.left;
    const top = Math.floor(place / columns) * tile.height - edges.top;
    for (const { row, strip } of convertTile(tile, isDeep)) {
      placeStrip({ ...shown, bytes }, strip, left, top + row);
      // Lets events in.
      await setImmediate();
    }
    place += 1;
  }
  if (place !== item.parts.length) throw unreadable();
  const codes = isDeep ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2) : bytes;
  return sharp(codes, { ...options, raw: { ...shown, channels: 3 } });
}
