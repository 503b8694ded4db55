/**
 * A HEIC file as a telephone writes it, for the system tests: one HEVC frame from ffmpeg in a HEIF
 * container (ISO 23008-12), with a colour profile, turned by `irot`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

type Part = Buffer | string | number[];

function bytesOf(part: Part): Buffer {
  return typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part);
}

function u16(value: number): number[] {
  return [value >> 8, value & 255];
}

function u32(value: number): number[] {
  return [...u16(value >>> 16), ...u16(value & 65_535)];
}

function box(type: string, ...parts: Part[]): Buffer {
  const body = Buffer.concat(parts.map(bytesOf));
  return Buffer.concat([bytesOf(u32(body.length + 8)), bytesOf(type), body]);
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
  /** A PNG file: a picture that stands before the main one, as in a burst. */
  before?: string;
}

interface Frame {
  hvcC: Buffer;
  frame: Buffer;
  width: number;
  height: number;
}

/** One frame of HEVC from a PNG file. */
function encodeFrame(folder: string, png: string): Frame {
  const file = path.join(folder, 'frame.mp4');
  const scale = ['-vf', 'scale=in_range=full:out_range=full', '-color_range', 'pc'];
  const encode = ['-c:v', 'libx265', '-tag:v', 'hvc1', '-pix_fmt', 'yuv420p', '-crf', '8'];
  const quiet = ['-x265-params', 'log-level=error:range=full'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', png, ...scale, ...encode, ...quiet, file], {
    stdio: 'pipe',
  });
  const image = readFileSync(png);
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)];
  return { ...readFrame(readFileSync(file)), width, height };
}

/** A HEIC from a PNG file. Its items are numbered from 1; the last one is the main picture. */
export function makeHeic(folder: string, png: string, form: HeicForm): Buffer {
  const { colour, quarterTurns = 0, mirror, before } = form;
  const frames = [...(before ? [before] : []), png].map((one) => encodeFrame(folder, one));
  const main = frames.length;

  const ftyp = box('ftyp', 'heic', plain, 'mif1heic');
  const properties = [
    ...frames.flatMap(({ hvcC, width, height }) => [
      hvcC,
      box('ispe', plain, u32(width), u32(height)),
    ]),
    'codes' in colour
      ? box('colr', 'nclx', ...colour.codes.map(u16), u16(6), [128])
      : box('colr', 'prof', colour),
    box('irot', [quarterTurns]),
    ...(mirror === undefined ? [] : [box('imir', [mirror])]),
  ];
  const shared = properties.length - 2 * main;
  const links = frames.map((_, i) => {
    const own = [2 * i + 1, 2 * i + 2];
    const rest = Array.from({ length: shared }, (_, j) => 2 * main + j + 1);
    return [...u16(i + 1), 2 + shared, ...[...own, ...rest].map((property) => property | 128)];
  });
  const ipma = box('ipma', plain, u32(main), links.flat());
  const infos = frames.map((_, i) => box('infe', [2, 0, 0, 0], u16(i + 1), u16(0), 'hvc1', [0]));
  const metaWith = (offset: number) => {
    let at = offset;
    const places = frames.map(({ frame }, i) => {
      at += frame.length;
      return [...u16(i + 1), ...u16(0), ...u16(1), ...u32(at - frame.length), ...u32(frame.length)];
    });
    return box(
      'meta',
      plain,
      box('hdlr', plain, plain, 'pict', plain, plain, plain, [0]),
      box('pitm', plain, u16(main)),
      box('iloc', plain, [0x44, 0], u16(main), places.flat()),
      box('iinf', plain, u16(main), ...infos),
      box('iprp', box('ipco', ...properties), ipma),
    );
  };
  const offset = ftyp.length + metaWith(0).length + 8;
  const data = frames.map(({ frame }) => frame);
  return Buffer.concat([ftyp, metaWith(offset), box('mdat', ...data)]);
}
