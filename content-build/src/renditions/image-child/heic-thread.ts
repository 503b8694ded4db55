/**
 * Decodes a share of a HEIC's tiles, with the C interface of libheif (heif.h) in WebAssembly. A thread of its
 * own: its memory goes with it, and the threads of a picture take all processors. Ends with an error when
 * the picture is damaged.
 */
import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import heif from 'libheif-js/wasm-bundle.js';

/** What the thread gets. */
export interface HeicShare {
  file: string;
  /** Upright. */
  width: number;
  height: number;
  /** 4: with what is see-through. */
  channels: 3 | 4;
  /** Room for all pixels: bytes, or words of 16 bits with the codes in the upper ones. */
  pixels: SharedArrayBuffer;
  isDeep: boolean;
  /** Of all tiles, in turn. */
  part: number;
  parts: number;
}

/** Where a tile goes; parts of it may lie outside the picture. */
interface Place {
  left: number;
  top: number;
}

interface Tiling {
  columns: number;
  tiles: number;
  placeOf: (column: number, row: number) => Place;
}

const COLOURSPACE_RGB = 1;
const CHANNEL_INTERLEAVED = 10;
const CHROMA = { rgb: 10, rgba: 11, rgb16: 14, rgba16: 15 };
/** The name of the property `clap` (ISO 23008-12). */
const CLIP = Buffer.from('clap').readUInt32BE();
/** Bytes of an error and of a tiling, with room for later fields. */
const ERROR_BYTES = 12;
const TILING_BYTES = 256;

const share: HeicShare = workerData;

function word(at: number): number {
  return heif.HEAPU32[at >> 2];
}

/** Room that `use` may write to. */
function withRoom<T>(bytes: number, use: (at: number) => T): T {
  const at = heif._malloc(bytes);
  try {
    heif.HEAPU8.fill(0, at, at + bytes);
    return use(at);
  } finally {
    heif._free(at);
  }
}

/** A call that writes its error, whose first word is 0 when there is none, to a place. */
function attempt(call: (error: number) => void): void {
  withRoom(ERROR_BYTES, (error) => {
    call(error);
    if (word(error) !== 0) throw new Error(`libheif: error ${word(error)}.${word(error + 4)}`);
  });
}

/** A call that makes something and writes where it is. */
function make(call: (error: number, out: number) => void): number {
  return withRoom(4, (out) => {
    attempt((error) => call(error, out));
    return word(out);
  });
}

/**
 * Where the first tile begins, to the left of the picture or above it: a turned grid has its cut-off tiles there.
 * `stated` is 0 where they are on the other side; else libheif 1.23 says how much of them is left.
 */
function startOf(stated: number, size: number, tileSize: number, count: number): number {
  return stated === 0 ? 0 : size - count * tileSize;
}

/** The grid of the upright picture; `null` when it has to be decoded whole. */
function readTiling(file: number, picture: number): Tiling | null {
  const { width, height, channels } = share;
  const id = heif._heif_image_handle_get_item_id(picture);
  // A clipped picture begins in the middle of a tile, and what is see-through has tiles of its own.
  if (channels === 4 || heif._heif_item_get_properties_of_type(file, id, CLIP, 0, 0) > 0)
    return null;
  return withRoom(TILING_BYTES, (at) => {
    attempt((error) => heif._heif_image_handle_get_image_tiling(error, picture, 1, at));
    const [, columns = 1, rows = 1, tileWidth = 0, tileHeight = 0, , , top = 0, left = 0] =
      new Uint32Array(heif.HEAPU8.buffer, at, 9);
    if (columns * rows === 1) return null;
    const start = {
      left: startOf(left, width, tileWidth, columns),
      top: startOf(top, height, tileHeight, rows),
    };
    return {
      columns,
      tiles: columns * rows,
      placeOf: (column, row) => ({
        left: start.left + column * tileWidth,
        top: start.top + row * tileHeight,
      }),
    };
  });
}

function codesIn(buffer: ArrayBufferLike, at = 0, length?: number): Uint16Array | Uint8Array {
  return share.isDeep ? new Uint16Array(buffer, at, length) : new Uint8Array(buffer, at, length);
}

/** Puts the pixels of a decoded tile, as far as they lie inside, where they belong. */
function copyTile(tile: number, place: Place): void {
  const { width, height, channels, isDeep } = share;
  const tileWidth = heif._heif_image_get_width(tile, CHANNEL_INTERLEAVED);
  const tileHeight = heif._heif_image_get_height(tile, CHANNEL_INTERLEAVED);
  const [left, right] = [Math.max(place.left, 0), Math.min(place.left + tileWidth, width)];
  const [top, bottom] = [Math.max(place.top, 0), Math.min(place.top + tileHeight, height)];
  const { plane, stride } = withRoom(4, (out) => ({
    plane: heif._heif_image_get_plane_readonly2(tile, CHANNEL_INTERLEAVED, out),
    stride: word(out),
  }));
  if (plane === 0) throw new Error('libheif: no pixels');
  if (left >= right) return;
  const bits = heif._heif_image_get_bits_per_pixel_range(tile, CHANNEL_INTERLEAVED);
  const pixels = codesIn(share.pixels);
  const pixelBytes = channels * pixels.BYTES_PER_ELEMENT;
  for (let y = top; y < bottom; y++) {
    const from = plane + (y - place.top) * stride + (left - place.left) * pixelBytes;
    const row = codesIn(heif.HEAPU8.buffer, from, (right - left) * channels);
    pixels.set(
      isDeep ? row.map((code) => code << (16 - bits)) : row,
      (y * width + left) * channels,
    );
  }
}

/** Decodes with one of the two functions that make an image of a picture. */
function decodeInto(place: Place, decode: (error: number, out: number) => void): void {
  const tile = make(decode);
  copyTile(tile, place);
  heif._heif_image_release(tile);
}

function decodeShare(file: number, picture: number): void {
  const { channels, isDeep, part, parts } = share;
  const [rgb, rgba] = isDeep ? [CHROMA.rgb16, CHROMA.rgba16] : [CHROMA.rgb, CHROMA.rgba];
  const chroma = channels === 4 ? rgba : rgb;
  const tiling = readTiling(file, picture);
  if (!tiling) {
    const decode = (error: number, out: number) =>
      heif._heif_decode_image(error, picture, out, COLOURSPACE_RGB, chroma, 0);
    if (part === 0) decodeInto({ left: 0, top: 0 }, decode);
    return;
  }
  for (let i = part; i < tiling.tiles; i += parts) {
    const [column, row] = [i % tiling.columns, Math.floor(i / tiling.columns)] as const;
    const what = [COLOURSPACE_RGB, chroma, 0, column, row] as const;
    decodeInto(tiling.placeOf(column, row), (error, out) =>
      heif._heif_image_handle_decode_image_tile(error, picture, out, ...what),
    );
  }
}

function openFile(): number {
  const bytes = readFileSync(share.file);
  const at = heif._malloc(bytes.length);
  heif.HEAPU8.set(bytes, at);
  const file = heif._heif_context_alloc();
  attempt((error) =>
    heif._heif_context_read_from_memory_without_copy(error, file, at, bytes.length, 0),
  );
  return file;
}

const file = openFile();
// The one that the file names as its main one: it may hold small ones and bursts too.
const picture = make((error, out) => heif._heif_context_get_primary_image_handle(error, file, out));
const width = heif._heif_image_handle_get_width(picture);
const height = heif._heif_image_handle_get_height(picture);
// The limits were checked for the size in the header, and the room made for it.
if (width !== share.width || height !== share.height) throw new Error('not the size of the header');
decodeShare(file, picture);
