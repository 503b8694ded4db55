/** A strip of patches of known colours: as an HLG video, as telephones make them, and as a still. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Coding, codesOf, dot, PATCHES, type Triple, WEIGHTS } from './colours.ts';
import { runFfmpeg } from './test-videos.ts';

const SIDE = 64;

/** The ten-bit luma and chroma of an sRGB colour. */
function signal(rgb: Triple, coding: Coding): Triple {
  const coded = codesOf(rgb, coding);
  const luma = dot(WEIGHTS, coded);
  const [blue, red] = [(coded[2] - luma) / 1.8814, (coded[0] - luma) / 1.4746];
  return [64 + 876 * luma, 512 + 896 * blue, 512 + 896 * red];
}

/** One plane of the strip, 16 bits a sample. */
function plane(part: 0 | 1 | 2, coding: Coding): Buffer {
  const side = part === 0 ? SIDE : SIDE / 2;
  const values = PATCHES.flatMap((patch) =>
    Array<number>(side).fill(Math.round(signal(patch, coding)[part])),
  );
  const row = Buffer.from(Uint16Array.from(values).buffer);
  return Buffer.concat(Array<Buffer>(side).fill(row));
}

/** Frames of the strip without a format; returns how ffmpeg is to read them. */
function writeStrip(folder: string, frames: number, coding: Coding): string[] {
  const raw = path.join(folder, 'strip.yuv');
  const frame = Buffer.concat([plane(0, coding), plane(1, coding), plane(2, coding)]);
  writeFileSync(raw, Buffer.concat(Array<Buffer>(frames).fill(frame)));
  const size = `${SIDE * PATCHES.length}x${SIDE}`;
  return ['-f', 'rawvideo', '-pix_fmt', 'yuv420p10le', '-s', size, '-r', '10', '-i', raw];
}

/** Two seconds of the strip; returns the bytes of the video. */
export function makeHlgVideo(folder: string): Buffer {
  const file = path.join(folder, 'hlg.mov');
  const input = writeStrip(folder, 20, { primaries: 'bt2020', transfer: 'hlg' });
  const colour = 'colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc';
  runFfmpeg(
    ...input,
    '-c:v',
    'libx265',
    '-x265-params',
    `log-level=error:${colour}`,
    '-crf',
    '12',
    file,
  );
  return readFileSync(file);
}

const PRIMARIES = { bt2020: 'bt2020', p3: 'smpte432', bt709: 'bt709' };
const TRANSFERS = { pq: 'smpte2084', hlg: 'arib-std-b67', srgb: 'iec61966-2-1' };

/** The strip as an AVIF of ten bits that says its colours by code points. */
export function makeHdrStill(folder: string, coding: Coding): Buffer {
  const file = path.join(folder, 'strip.avif');
  const primaries = ['-color_primaries', PRIMARIES[coding.primaries]];
  const colour = [...primaries, '-color_trc', TRANSFERS[coding.transfer]];
  const codec = ['-c:v', 'libaom-av1', '-crf', '4', '-cpu-used', '8', '-still-picture', '1'];
  const matrix = ['-colorspace', 'bt2020nc', '-frames:v', '1'];
  runFfmpeg(...writeStrip(folder, 1, coding), ...codec, ...colour, ...matrix, file);
  return readFileSync(file);
}
