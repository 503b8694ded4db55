/**
 * Test pictures in every format that photographers use, each of the same chart, made by sharp, ffmpeg, avifenc and
 * heif-enc. What Chromium shows of them is the reference.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import {
  ADOBE_RGB,
  halved,
  makeProfile,
  PATCHES,
  PROPHOTO,
  type Triple,
} from '#testing/colours.ts';
import { pngChunk, stillNamed, withOrientation } from '#testing/test-pictures.ts';
import { runFfmpeg } from '#testing/test-videos.ts';

export interface MadePicture {
  /** File name, with the extension that it is stored under. */
  name: string;
  make: (folder: string) => Promise<Buffer>;
  /** Makes the reference in a format that Chromium reads, where it does not read this one or reads it wrong. */
  twin?: (folder: string) => Promise<Buffer>;
}

/** Side of a patch in pixels. */
export const PATCH = 40;
export const CHART = { width: 5 * PATCH, height: 2 * PATCH };
/** All different, so that every rotation and mirroring shows. */
const COLOURS = [
  ...[
    [118, 118, 118],
    [225, 225, 225],
    [190, 90, 70],
    [90, 140, 80],
    [70, 90, 160],
  ],
  ...[
    [40, 40, 40],
    [180, 170, 110],
    [100, 60, 120],
    [90, 150, 170],
    [240, 200, 180],
  ],
];

/** Builds the pixels; pale ones are nearer to grey, so that they stay within sRGB when read in a wide space. */
function codes(channels: 1 | 3, isPale = false): Buffer {
  const { width, height } = CHART;
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const colour = COLOURS[Math.floor(x / PATCH) + 5 * Math.floor(y / PATCH)] ?? [];
    const own = isPale ? colour.map((code) => Math.round((code + 110) / 2)) : colour;
    data.set(own.slice(0, channels), at * channels);
  }
  return data;
}

/** The chart that every picture is made of. */
export const chart = () => sharp(codes(3), { raw: { ...CHART, channels: 3 } });
const pale = () => sharp(codes(3, true), { raw: { ...CHART, channels: 3 } });
const grey = () => sharp(codes(1), { raw: { ...CHART, channels: 1 } }).toColourspace('b-w');
const png = (picture = chart()) => picture.png().toBuffer();
/** The chart in another space, with its profile. */
const inSpace = (space: Parameters<typeof makeProfile>[0]) => (folder: string) => {
  const profile = path.join(folder, 'space.icc');
  writeFileSync(profile, makeProfile(space));
  return chart().withIccProfile(profile);
};
const p3 = () => chart().withIccProfile('p3');

/** Inserts chunks into a PNG at an offset, by default before its pixels. */
function withChunks(bytes: Buffer, chunks: Record<string, Buffer | number[]>, at = 33): Buffer {
  const made = Object.entries(chunks).map(([name, data]) => pngChunk(name, Buffer.from(data)));
  return Buffer.concat([bytes.subarray(0, at), ...made, bytes.subarray(at)]);
}

const numbers = (...all: number[]) =>
  Buffer.concat(all.map((one) => Buffer.from([one >> 24, one >> 16, one >> 8, one])));
const ADOBE_POINTS = numbers(31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6000);

async function exifBlock(orientation = '1'): Promise<Buffer> {
  const exif = {
    IFD0: { Orientation: orientation },
    IFD2: { DateTimeOriginal: '2024:05:04 21:30:00' },
  };
  const jpeg = await chart().withExif(exif).jpeg().toBuffer();
  return ((await sharp(jpeg).metadata()).exif ?? Buffer.alloc(0)).subarray(6);
}

/** Encodes a block as ImageMagick does where it knows no chunk for it. */
function rawProfile(kind: string, block: Buffer): Buffer {
  const lines = block.toString('hex').replaceAll(/.{72}/g, '$&\n');
  const text = deflateSync(`\n${kind}\n${String(block.length).padStart(8)}\n${lines}\n`);
  return Buffer.concat([Buffer.from(`Raw profile type ${kind}\0\0`), text]);
}

/** An animation of two frames, of which the first is published. */
function twoFrames(): Sharp {
  const both = Buffer.concat([codes(3), Buffer.alloc(CHART.width * CHART.height * 3, 90)]);
  const raw = { width: CHART.width, height: CHART.height * 2, channels: 3 as const };
  return sharp(both, { raw: { ...raw, pageHeight: CHART.height } });
}

type Make = MadePicture['make'];
const kind = (extension: string, all: Record<string, Make>): MadePicture[] =>
  Object.entries(all).map(([name, make]) => ({ name: `${name}.${extension}`, make }));

/** Converts the chart with ffmpeg. */
const byFfmpeg =
  (extension: string, ...args: string[]): Make =>
  async (folder) => {
    const [from, to] = [path.join(folder, 'chart.png'), path.join(folder, `made.${extension}`)];
    writeFileSync(from, await png());
    runFfmpeg('-i', from, ...args, to);
    return readFileSync(to);
  };

const jpegForm = { quality: 98, chromaSubsampling: '4:4:4' };
const jpegs = kind('jpg', {
  plain: () => chart().jpeg(jpegForm).toBuffer(),
  small: () => chart().jpeg({ quality: 90 }).toBuffer(),
  progressive: () =>
    chart()
      .jpeg({ ...jpegForm, progressive: true })
      .toBuffer(),
  mozjpeg: () =>
    chart()
      .jpeg({ ...jpegForm, mozjpeg: true })
      .toBuffer(),
  'half-wide': byFfmpeg('jpg', '-pix_fmt', 'yuvj422p', '-q:v', '2'),
  'half-high': byFfmpeg('jpg', '-pix_fmt', 'yuvj440p', '-q:v', '2'),
  grey: () => grey().jpeg({ quality: 98 }).toBuffer(),
  'grey-profile': () => grey().withIccProfile('srgb').jpeg({ quality: 98 }).toBuffer(),
  'display-p3': () => p3().jpeg(jpegForm).toBuffer(),
  'adobe-rgb': (folder) => inSpace(ADOBE_RGB)(folder).jpeg(jpegForm).toBuffer(),
  prophoto: (folder) => inSpace(PROPHOTO)(folder).jpeg(jpegForm).toBuffer(),
  'srgb-profile': () => chart().withIccProfile('srgb').jpeg(jpegForm).toBuffer(),
  // Cameras append a preview or a gain map.
  'more-behind': async () => {
    const whole = await chart().jpeg(jpegForm).toBuffer();
    return Buffer.concat([whole, await grey().jpeg().toBuffer()]);
  },
  ...Object.fromEntries(
    [2, 3, 4, 5, 6, 7, 8].map((turn) => [
      `turn-${turn}`,
      async () => withOrientation(await chart().jpeg(jpegForm).toBuffer(), turn),
    ]),
  ),
});

const seeThrough = () => chart().ensureAlpha(0.6);
const pngs = kind('png', {
  plain: () => png(),
  palette: () => png(chart().png({ palette: true, dither: 0 })),
  'see-through': () => png(seeThrough()),
  'see-through-palette': () => png(seeThrough().png({ palette: true, dither: 0 })),
  deep: () => png(chart().toColourspace('rgb16')),
  grey: () => png(grey()),
  'grey-deep': byFfmpeg('png', '-pix_fmt', 'gray16be'),
  'grey-see-through': byFfmpeg('png', '-pix_fmt', 'ya8'),
  'black-and-white': () => png(grey().threshold(128).png({ palette: true, colours: 2, dither: 0 })),
  interlaced: () => png(chart().png({ progressive: true })),
  'display-p3': () => png(p3()),
  'adobe-rgb': (folder) => png(inSpace(ADOBE_RGB)(folder)),
  ...Object.fromEntries(
    Object.entries<Record<string, Buffer | number[]>>({
      'code-p3': { cICP: [12, 13, 0, 1] },
      'code-pq': { cICP: [9, 16, 0, 1] },
      'code-hlg': { cICP: [9, 18, 0, 1] },
      'code-linear': { cICP: [1, 8, 0, 1] },
      'code-television': { cICP: [1, 1, 0, 1] },
      'code-bt2020': { cICP: [9, 14, 0, 1] },
      'gamma-1': { gAMA: numbers(100_000) },
      'gamma-1.8': { gAMA: numbers(55_556) },
      'gamma-of-srgb': { gAMA: numbers(45_455) },
      'gamma-adobe': { gAMA: numbers(45_455), cHRM: ADOBE_POINTS },
      'srgb-and-gamma': { sRGB: [0], gAMA: numbers(100_000) },
    }).map(([name, chunks]) => [name, async () => withChunks(await png(pale()), chunks)]),
  ),
  'grey-gamma': async () => withChunks(await png(grey()), { gAMA: numbers(100_000) }),
  'words-early': async () => withChunks(await png(), { eXIf: await exifBlock() }),
  'words-late': async () => {
    const whole = await png();
    return withChunks(whole, { eXIf: await exifBlock() }, whole.length - 12);
  },
  'words-raw': async () =>
    withChunks(await png(), {
      zTXt: rawProfile('exif', Buffer.concat([Buffer.from('Exif\0\0'), await exifBlock()])),
    }),
  turned: async () => withChunks(await png(), { eXIf: await exifBlock('6') }),
  animated: byFfmpeg('png', '-f', 'apng', '-plays', '0'),
});

const webps = kind('webp', {
  plain: () => chart().webp({ quality: 98, smartSubsample: true }).toBuffer(),
  lossless: () => chart().webp({ lossless: true }).toBuffer(),
  'see-through': () => seeThrough().webp({ lossless: true }).toBuffer(),
  'display-p3': () => p3().webp({ lossless: true }).toBuffer(),
  turned: () =>
    chart()
      .withExif({ IFD0: { Orientation: '6' } })
      .webp({ lossless: true })
      .toBuffer(),
  animated: () =>
    twoFrames()
      .webp({ lossless: true, loop: 0, delay: [60_000, 60_000] })
      .toBuffer(),
});

const gifs = kind('gif', {
  plain: () => chart().gif({ dither: 0 }).toBuffer(),
  'see-through': () => chart().ensureAlpha(0).gif({ dither: 0 }).toBuffer(),
  animated: () =>
    twoFrames()
      .gif({ loop: 0, delay: [60_000, 60_000], dither: 0 })
      .toBuffer(),
});

/** Encodes the chart with avifenc, nearly lossless. */
const avif =
  (...args: string[]): Make =>
  async (folder) => {
    const [from, to] = [path.join(folder, 'chart.png'), path.join(folder, 'made.avif')];
    const deep = args.some((one) => one === '10' || one === '12');
    const picture = args.includes('--cicp') ? pale() : chart();
    writeFileSync(from, await png(deep ? picture.toColourspace('rgb16') : picture));
    const form = ['-s', '8', '--min', '0', '--max', '10'];
    execFileSync('avifenc', [...form, ...args, from, to], { stdio: 'pipe' });
    return readFileSync(to);
  };
const aom = ['-c:v', 'libaom-av1', '-cpu-used', '8', '-crf', '5', '-pix_fmt', 'yuv444p'];
const limited = ['-r', 'limited'];
const avifsByBrowser = kind('avif', {
  plain: avif(),
  small: avif('-y', '420'),
  'half-wide': avif('-y', '422'),
  'ten-bits': avif('-d', '10'),
  'twelve-bits': avif('-d', '12', '-y', '420'),
  grey: avif('-y', '400'),
  'grey-limited': avif('-y', '400', ...limited),
  'grey-limited-ten-bits': avif('-y', '400', ...limited, '-d', '10'),
  'grey-ten-bits': avif('-y', '400', '-d', '10'),
  'code-p3': avif('--cicp', '12/13/6'),
  'code-linear': avif('--cicp', '1/8/6', '-d', '10'),
  'code-pq': avif('--cicp', '9/16/9', '-d', '10'),
  'code-pq-limited': avif('--cicp', '9/16/9', '-d', '10', '-y', '420', ...limited),
  'code-hlg': avif('--cicp', '9/18/9', '-d', '10'),
  'code-rgb': avif('--cicp', '1/13/0'),
  'turn-1': avif('--irot', '1'),
  'turn-2': avif('--irot', '2'),
  'turn-3': avif('--irot', '3'),
  'mirror-0': avif('--imir', '0'),
  'mirror-1': avif('--imir', '1'),
  'turn-1-mirror-1': avif('--irot', '1', '--imir', '1'),
  tiles: avif('-g', '2x1'),
  'profile-p3': async (folder) => {
    const profile = path.join(folder, 'p3.icc');
    writeFileSync(profile, (await sharp(await png(p3())).metadata()).icc ?? '');
    return avif('--icc', profile)(folder);
  },
  animated: byFfmpeg('avif', '-vf', 'loop=2:1', ...aom),
});

/** Makes a PNG of the same codes, with chunks that declare their colours. */
const twin =
  (picture = chart, chunks: Record<string, number[]> = {}): Make =>
  async () =>
    withChunks(await png(picture()), chunks);

const avifs: MadePicture[] = [
  ...avifsByBrowser,
  // Chromium rounds limited range twice, by up to 6 in blue: the reference is the input.
  ...kind('avif', {
    limited: avif(...limited),
    'limited-small': avif(...limited, '-y', '420'),
    'limited-ten-bits': avif(...limited, '-d', '10', '-y', '420'),
    'limited-twelve-bits': avif(...limited, '-d', '12'),
  }).map((one) => ({ ...one, twin: twin() })),
  {
    name: 'code-709.avif',
    make: avif('--cicp', '1/1/1', ...limited),
    twin: twin(pale),
  },
  {
    name: 'code-bt2020.avif',
    make: avif('--cicp', '9/14/9', '-d', '10', '-y', '420', ...limited),
    twin: twin(pale, { cICP: [9, 13, 0, 1] }),
  },
  // Chromium takes alpha for limited range, whatever wrote it.
  {
    name: 'see-through.avif',
    make: () => seeThrough().avif({ quality: 98, effort: 0 }).toBuffer(),
    twin: () => png(seeThrough()),
  },
];

/** Encodes the chart with heif-enc; the twin is a PNG of the same codes. */
const heic = (name: string, args: string[], picture = chart): MadePicture => ({
  name: `${name}.heic`,
  make: async (folder) => {
    const [from, to] = [path.join(folder, 'chart.png'), path.join(folder, 'made.heic')];
    const isDeep = args.includes('-b');
    const source = isDeep ? picture().toColourspace('rgb16') : picture();
    writeFileSync(from, await png(source));
    execFileSync('heif-enc', ['-q', '98', ...args, '-o', to, from], { stdio: 'pipe' });
    return readFileSync(to);
  },
  twin: twin(picture),
});
const whole = ['-p', 'chroma=444'];
const codesOf = (primaries: number, transfer: number, matrix: number) => [
  `--colour_primaries=${primaries}`,
  `--transfer_characteristic=${transfer}`,
  `--matrix_coefficients=${matrix}`,
];
const heics: MadePicture[] = [
  heic('plain', whole),
  heic('small', []),
  heic('half-wide', ['-p', 'chroma=422']),
  heic('ten-bits', [...whole, '-b', '10']),
  heic('small-ten-bits', ['-b', '10']),
  heic('limited', [...whole, ...codesOf(1, 13, 6), '--full_range_flag=0']),
  heic('limited-709', [...codesOf(1, 13, 1), '--full_range_flag=0']),
  heic('display-p3', whole, p3),
  heic('grey', [], grey),
];

const tif = (name: string, make: Make, same: Make = twin()): MadePicture => ({
  name: `${name}.tif`,
  make,
  twin: same,
});
const tifs: MadePicture[] = [
  tif('plain', () => chart().tiff({ compression: 'none' }).toBuffer()),
  tif('lzw', () => chart().tiff({ compression: 'lzw' }).toBuffer()),
  tif('zip', () => chart().tiff({ compression: 'deflate' }).toBuffer()),
  tif('jpeg', () => chart().tiff({ compression: 'jpeg', quality: 98 }).toBuffer()),
  tif('packbits', () => chart().tiff({ compression: 'packbits' }).toBuffer()),
  tif('tiles', () =>
    chart().tiff({ compression: 'none', tile: true, tileWidth: 64, tileHeight: 64 }).toBuffer(),
  ),
  tif('deep', () => chart().toColourspace('rgb16').tiff({ compression: 'none' }).toBuffer()),
  tif('deep-lzw', byFfmpeg('tiff', '-pix_fmt', 'rgb48le', '-compression_algo', 'lzw')),
  tif('grey', () => grey().tiff().toBuffer(), twin(grey)),
  tif(
    'display-p3',
    () => p3().tiff({ compression: 'lzw' }).toBuffer(),
    () => png(p3()),
  ),
  tif(
    'see-through',
    () => seeThrough().tiff({ compression: 'lzw' }).toBuffer(),
    () => png(seeThrough()),
  ),
  tif(
    'turned',
    () => chart().withMetadata({ orientation: 6 }).tiff().toBuffer(),
    () => png(chart().rotate(90)),
  ),
];

/** HDR as phones write it, which no program here can make: stored stills of known colours (testing/stills). */
const patches = (shown: (patch: Triple) => Triple) => () => {
  const row = Buffer.concat(PATCHES.flatMap((patch) => Array(64).fill(Buffer.from(shown(patch)))));
  const raw = { width: 64 * PATCHES.length, height: 64, channels: 3 as const };
  return sharp(Buffer.concat(Array(64).fill(row)), { raw });
};
const telephones: MadePicture[] = [
  ...['bt2020-pq', 'bt2020-hlg', 'p3-pq'].map((name) => ({ name, shown: halved })),
  { name: 'bt2020-srgb', shown: (patch: Triple) => patch },
].map(({ name, shown }) => ({
  name: `${name}.heic`,
  make: async () => stillNamed(`${name}.heic`),
  twin: twin(patches(shown)),
}));

export const madePictures: MadePicture[] = [
  ...jpegs,
  ...pngs,
  ...webps,
  ...gifs,
  ...avifs,
  ...heics,
  ...telephones,
  ...tifs,
];
