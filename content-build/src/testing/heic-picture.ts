/**
 * A HEIC file as a telephone writes it, for the system tests: one HEVC frame from ffmpeg, or a grid of it, in a
 * HEIF container (ISO 23008-12), with a colour profile, turned by `irot`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { box } from './iso-box.ts';

function u16(value: number): number[] {
  return [value >> 8, value & 255];
}

function u32(value: number): number[] {
  return [...u16(value >>> 16), ...u16(value & 65_535)];
}

const plain = [0, 0, 0, 0];

/** Decoder settings and picture data of the only frame of an MP4. */
function readFrame(mp4: Buffer): { hvcC: Buffer; frame: Buffer } {
  const at = mp4.indexOf('hvcC', 0, 'latin1') - 4;
  const hvcC = mp4.subarray(at, at + mp4.readUInt32BE(at));
  const data = mp4.indexOf('mdat', 0, 'latin1');
  return { hvcC, frame: mp4.subarray(data + 4, data - 4 + mp4.readUInt32BE(data - 4)) };
}

export interface HeicForm {
  /** A profile, or code points (H.273) of primaries and transfer. */
  colour: Buffer | { codes: readonly [primaries: number, transfer: number] };
  /** Counter-clockwise, done first. */
  quarterTurns?: number;
  /** 0 swaps above and below, 1 left and right. */
  mirror?: 0 | 1;
  /** Of a code; 8 unless said. */
  bits?: 8 | 10;
  /** Only this much of its middle is shown. */
  clip?: { width: number; height: number };
  /** A PNG file: a picture that stands before the main one, as in a burst. */
  before?: string;
  /** The main picture is a grid of this many of the PNG, cut off on the right and below. */
  grid?: { columns: number; rows: number; width: number; height: number };
}

interface Frame {
  hvcC: Buffer;
  frame: Buffer;
  width: number;
  height: number;
}

/** One frame of HEVC from a PNG file. */
function encodeFrame(folder: string, png: string, bits: number): Frame {
  const file = path.join(folder, 'frame.mp4');
  const scale = ['-vf', 'scale=in_range=full:out_range=full', '-color_range', 'pc'];
  const format = bits === 8 ? 'yuv420p' : `yuv420p${bits}le`;
  const encode = ['-c:v', 'libx265', '-tag:v', 'hvc1', '-pix_fmt', format, '-crf', '8'];
  const quiet = ['-x265-params', 'log-level=error:range=full'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', png, ...scale, ...encode, ...quiet, file], {
    stdio: 'pipe',
  });
  const image = readFileSync(png);
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)];
  return { ...readFrame(readFileSync(file)), width, height };
}

interface Item {
  type: 'hvc1' | 'grid';
  data: Buffer;
  properties: Buffer[];
  /** Items it is made of, by their number. */
  parts?: number[];
}

const sizeOf = (width: number, height: number) => box('ispe', plain, u32(width), u32(height));

/** The pictures of the file, numbered from 1; the last one is the main picture. */
function listItems(folder: string, png: string, form: HeicForm): Item[] {
  const { colour, bits = 8, quarterTurns = 0, mirror, clip, before, grid } = form;
  const whole = (number: number) => [...u32(number), ...u32(1)];
  const shared = [
    'codes' in colour
      ? box('colr', 'nclx', ...colour.codes.map(u16), u16(6), [128])
      : box('colr', 'prof', colour),
    ...(clip ? [box('clap', whole(clip.width), whole(clip.height), whole(0), whole(0))] : []),
    box('irot', [quarterTurns]),
    ...(mirror === undefined ? [] : [box('imir', [mirror])]),
  ];
  const pictureOf = (file: string): Item => {
    const { hvcC, frame, width, height } = encodeFrame(folder, file, bits);
    return { type: 'hvc1', data: frame, properties: [hvcC, sizeOf(width, height)] };
  };
  const tile = pictureOf(png);
  const first = before ? [pictureOf(before)] : [];
  if (!grid)
    return [...first, tile].map((item) => ({
      ...item,
      properties: [...item.properties, ...shared],
    }));
  const { columns, rows, width, height } = grid;
  const tiles = new Array<Item>(columns * rows).fill(tile);
  const data = Buffer.from([0, 1, rows - 1, columns - 1, ...u32(width), ...u32(height)]);
  const parts = tiles.map((_, i) => first.length + i + 1);
  const properties = [sizeOf(width, height), ...shared];
  return [...first, ...tiles, { type: 'grid', data, properties, parts }];
}

/** A HEIC from a PNG file. */
export function makeHeic(folder: string, png: string, form: HeicForm): Buffer {
  const items = listItems(folder, png, form);
  const main = items.length;
  const properties = [...new Set(items.flatMap((item) => item.properties))];
  const datas = [...new Set(items.map((item) => item.data))];
  const numbered = items.map((item, i) => ({ ...item, id: u16(i + 1) }));

  const ftyp = box('ftyp', 'heic', plain, 'mif1heic');
  const links = numbered.map(({ id, properties: own }) => [
    ...[...id, own.length],
    ...own.map((property) => (properties.indexOf(property) + 1) | 128),
  ]);
  const infos = numbered.map(({ id, type, parts }) =>
    // Parts of another are hidden.
    box('infe', [2, 0, 0, form.grid && !parts ? 1 : 0], id, u16(0), type, [0]),
  );
  const references = numbered.flatMap(({ id, parts }) =>
    parts ? [box('dimg', id, u16(parts.length), parts.flatMap(u16))] : [],
  );
  const metaWith = (offset: number) => {
    const places = numbered.map(({ id, data }) => {
      const before = datas.slice(0, datas.indexOf(data));
      const at = before.reduce((sum, { length }) => sum + length, offset);
      return [...id, ...u16(0), ...u16(1), ...u32(at), ...u32(data.length)];
    });
    return box(
      'meta',
      plain,
      box('hdlr', plain, plain, 'pict', plain, plain, plain, [0]),
      box('pitm', plain, u16(main)),
      box('iloc', plain, [0x44, 0], u16(main), places.flat()),
      box('iinf', plain, u16(main), ...infos),
      box('iprp', box('ipco', ...properties), box('ipma', plain, u32(main), links.flat())),
      ...(references.length > 0 ? [box('iref', plain, ...references)] : []),
    );
  };
  const offset = ftyp.length + metaWith(0).length + 8;
  return Buffer.concat([ftyp, metaWith(offset), box('mdat', ...datas)]);
}
