import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { codesOf, dot, PATCHES, WEIGHTS } from '#testing/colours.ts';
import { PACKET, useImageBench, WORDING } from '#testing/image-bench.ts';
import { box } from '#testing/iso-box.ts';
import { pixelAt } from '#testing/test-pictures.ts';
import {
  exiftoolText,
  ffprobeText,
  h264,
  makeVideo,
  POSITION_TAGS,
  runFfmpeg,
  tagVideo,
} from '#testing/test-videos.ts';

const bench = useImageBench();
const at = (name: string) => path.join(bench.folder, name);
const make = (name: string, ...options: string[]) => makeVideo(bench.folder, name, ...options);

/** A test video at a low frame rate, silent unless there is more input. */
function slowVideo(name: string, rate: number, seconds: number, ...more: string[]): Buffer {
  const picture = `testsrc2=size=320x180:rate=${rate}:duration=${seconds}`;
  const codec = name.endsWith('webm') ? vp8 : h264;
  runFfmpeg('-f', 'lavfi', '-i', picture, ...more, ...codec, at(name));
  return readFileSync(at(name));
}

const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime'];
const aac = ['-c:a', 'aac'];
const indexFirst = ['-movflags', '+faststart'];

const tags = z.record(z.string(), z.string()).optional();
const streams = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string(),
      codec_name: z.string(),
      pix_fmt: z.string().optional(),
      width: z.int().optional(),
      height: z.int().optional(),
    }),
  ),
  format: z.object({ duration: z.coerce.number(), tags }),
});
const probe = (file: string) => streams.parse(JSON.parse(ffprobeText(file)));
const codecsOf = (file: string) => probe(file).streams.map(({ codec_name }) => codec_name);

const POSITION =
  /52[.,]13|52 deg|5\.86|gps|location|latitude|xyz|xmp|apple|iphone|quicktime.*make/i;

/** Beginnings of positions anywhere in a file. */
const POSITION_MARKS = ['\xa9xyz', 'loci', 'com.apple.quicktime.location', 'GPSLatitude', '52.13'];

function expectClean(renditions: string): void {
  for (const name of readdirSync(renditions)) {
    const file = path.join(renditions, name);
    const bytes = readFileSync(file);
    expect(findForbiddenMetadata(bytes, name.endsWith('.mp4') ? null : PACKET), name).toEqual([]);
    for (const mark of POSITION_MARKS)
      expect(bytes.includes(mark, 0, 'latin1'), `${name}: ${mark}`).toBe(false);
    if (!name.endsWith('.mp4')) continue;
    const { format, streams: all } = probe(file);
    const others = all.filter(({ codec_type }) => !['video', 'audio'].includes(codec_type));
    expect(others, name).toEqual([]);
    const words = ['compatible_brands', 'major_brand', 'minor_version'];
    expect(Object.keys(format.tags ?? {}).sort(), name).toEqual(words);
  }
  // One call for all files: exiftool starts slowly.
  const told = exiftoolText(renditions);
  expect(told.match(/^=+ /gm)).toHaveLength(readdirSync(renditions).length);
  const names = /^(?:=+ |\[(?:System|ExifTool|ICC\S*)\s*\]).*$/gm;
  expect(told.replace(names, '')).not.toMatch(POSITION);
}

describe('a telephone video with its position', () => {
  it('is copied upright without its position, with poster, preview and ladder', async () => {
    make('phone.mov', ...h264, ...aac, '-metadata', 'creation_time=2024-05-04T21:30:00Z');
    const bytes = tagVideo(
      bench.folder,
      'phone.mov',
      ...POSITION_TAGS,
      '-Keys:Model=iPhone 15',
      '-Rotation=90',
    );
    expect(exiftoolText(at('phone.mov'))).toMatch(POSITION);
    const { inspected, rendered, folder } = await bench.renderAll(bytes);
    expect(inspected.facts).toMatchObject({
      type: 'video',
      extension: 'mov',
      width: 360,
      height: 640,
      facts: { date: '2024-05-04', location: '52.131200, 5.860400' },
      camera: { camera: 'Apple iPhone 15' },
    });
    expect(inspected.facts.duration).toBeCloseTo(3, 1);
    expect(inspected.renditions).toMatchObject([{ name: '960.jpg', width: 360, height: 640 }]);
    const all = ['480-3.avif', '960-3.avif', '960-3.jpg', '960.jpg', 'preview.mp4', 'video.mp4'];
    expect(readdirSync(folder).sort()).toEqual(all);
    expect(rendered.map(({ name }) => name).sort()).toEqual(all);
    expectClean(folder);
    expect(codecsOf(path.join(folder, 'video.mp4'))).toEqual(['h264', 'aac']);
    expect(exiftoolText(path.join(folder, 'video.mp4'))).toMatch(/Rotation\s+: 90/);
    const preview = probe(path.join(folder, 'preview.mp4'));
    expect(preview.streams.map(({ codec_type }) => codec_type)).toEqual(['video']);
    expect(preview.format.duration).toBeLessThanOrEqual(4.1);
    expect((await sharp(path.join(folder, '960.jpg')).stats()).entropy).toBeGreaterThan(1);
    // With its index in front it plays while loading.
    for (const name of ['video.mp4', 'preview.mp4']) {
      const made = readFileSync(path.join(folder, name));
      expect(made.indexOf('moov'), name).toBeLessThan(made.indexOf('mdat'));
    }
    // Rendering again changes nothing.
    const made = () => readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));
    const before = made();
    await bench.renderVideoHere(bytes);
    expect(made()).toEqual(before);
  });

  it('loses data and subtitle streams, and SEI messages', async () => {
    writeFileSync(at('a.srt'), '1\n00:00:00,000 --> 00:00:02,000\nGPS 52.1312 5.8604\n');
    make('plain.mp4', ...h264, ...aac, '-t', '1');
    const sei =
      'h264_metadata=sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+pos52.1312x5.8604';
    runFfmpeg(
      ...['-i', at('plain.mp4'), '-i', at('a.srt'), '-map', '0', '-map', '1'],
      ...['-c', 'copy', '-c:s', 'mov_text', '-bsf:v', sei, at('subtitled.mp4')],
    );
    const bytes = readFileSync(at('subtitled.mp4'));
    expect(bytes.includes('pos52.1312')).toBe(true);
    const { folder } = await bench.renderVideoHere(bytes);
    expectClean(folder);
  });
});

/** Two seconds of patches in 10-bit HLG, as telephones write it. */
function hlgVideo(): Buffer {
  const side = 64;
  const signals = PATCHES.map((patch) => {
    const coded = codesOf(patch, { primaries: 'bt2020', transfer: 'hlg' });
    const luma = dot(WEIGHTS, coded);
    const [blue, red] = [(coded[2] - luma) / 1.8814, (coded[0] - luma) / 1.4746];
    return [64 + 876 * luma, 512 + 896 * blue, 512 + 896 * red];
  });
  const planes = [side, side / 2, side / 2].map((size, part) => {
    const row = signals.flatMap((signal) =>
      Array<number>(size).fill(Math.round(signal[part] ?? 0)),
    );
    return Buffer.concat(Array(size).fill(Buffer.from(Uint16Array.from(row).buffer)));
  });
  writeFileSync(at('strip.yuv'), Buffer.concat(Array(20).fill(Buffer.concat(planes))));
  const size = `${side * PATCHES.length}x${side}`;
  const colour = 'colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc';
  runFfmpeg(
    ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p10le', '-s', size, '-r', '10', '-i', at('strip.yuv')],
    ...[
      '-c:v',
      'libx265',
      '-x265-params',
      `log-level=error:${colour}`,
      '-crf',
      '12',
      at('hlg.mov'),
    ],
  );
  return readFileSync(at('hlg.mov'));
}

describe('shape and codec', () => {
  it('encodes formats that not every browser plays', async () => {
    const bytes = make('vp8.webm', ...vp8, '-c:a', 'libopus', '-t', '1');
    const { inspected, folder } = await bench.renderVideoHere(bytes);
    expect(inspected.facts).toMatchObject({ type: 'video', extension: 'webm', width: 640 });
    const video = path.join(folder, 'video.mp4');
    expect(codecsOf(video)).toEqual(['h264', 'aac']);
    const [picture] = probe(video).streams;
    expect(picture).toMatchObject({ pix_fmt: 'yuv420p', width: 640, height: 360 });
    expectClean(folder);
  });

  it('makes silent ten-bit and odd-sized videos playable, and reports progress', async () => {
    const source = ['-f', 'lavfi', '-i', 'testsrc2=size=641x359:rate=25', '-t', '2'];
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p10le'];
    runFfmpeg(...source, ...codec, at('ten-bit.mp4'));
    const { file, hash, renditionsFolder } = bench.put(readFileSync(at('ten-bit.mp4')));
    const input = { file, extension: 'mp4' as const, hash, renditionsFolder, ...WORDING };
    const heard: number[] = [];
    const rendered = await bench.images.render(input, (percent) => heard.push(percent));
    const published = rendered.find(({ name }) => name === 'video.mp4');
    const { width, height } = published ?? {};
    expect(probe(path.join(renditionsFolder, hash, 'video.mp4')).streams).toMatchObject([
      { codec_name: 'h264', pix_fmt: 'yuv420p', width, height },
    ]);
    // Progress omits what the encoder holds at the end.
    expect(heard.at(-1)).toBeGreaterThan(30);
    expect(heard.every((percent) => percent >= 0 && percent < 100)).toBe(true);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  });

  it('tone maps a video in HLG', async () => {
    const { folder } = await bench.renderVideoHere(hlgVideo());
    const frameOf = (name: string) => {
      runFfmpeg('-i', path.join(folder, name), '-frames:v', '1', at(`${name}.png`));
      return at(`${name}.png`);
    };
    const poster = path.join(folder, '960.jpg');
    for (const file of [poster, frameOf('video.mp4'), frameOf('preview.mp4')])
      for (const [i, patch] of PATCHES.entries()) {
        const seen = await pixelAt(file, (i + 0.5) / PATCHES.length, 0.5);
        // Without tone mapping white is 180, and green has 88 of red instead of 60.
        patch.forEach((part, k) => {
          expect(Math.abs(part - (seen[k] ?? 0)), `${file} ${patch}: ${seen}`).toBeLessThan(28);
        });
      }
    for (const name of ['video.mp4', 'preview.mp4'])
      expect(ffprobeText(path.join(folder, name)), name).toContain('"color_transfer": "bt709"');
  });

  it('accepts a video of 8K', async () => {
    const grey = 'color=gray:size=7680x4320:rate=10';
    const outcome = await bench.inspectVideoHere(
      generated('8k.mp4', grey, '-frames:v', '4', ...h264),
    );
    expect(outcome).toMatchObject({ ok: true, facts: { width: 7680, height: 4320 } });
  });
});

/** Appends a box of XMP, as Premiere does. */
function withXmpBox(bytes: Buffer, xmp: string): Buffer {
  const id = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
  return Buffer.concat([bytes, box('uuid', id, xmp)]);
}

describe('metadata of a file', () => {
  const described = (words: string) =>
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>
    <rdf:li xml:lang="x-default">${words}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`;

  it('is read from XMP in an MP4 and in a MOV, and not published', async () => {
    make('plain.mp4', ...h264, '-an', '-t', '1');
    make('tagged.mov', ...h264, '-an', '-t', '1');
    const files = [
      withXmpBox(readFileSync(at('plain.mp4')), described('Vos bij 52.1312')),
      tagVideo(bench.folder, 'tagged.mov', '-XMP-dc:Title=Vos bij 52.1312'),
    ];
    for (const bytes of files) {
      const { inspected, folder } = await bench.renderVideoHere(bytes);
      expect(inspected.facts.facts.title).toBe('Vos bij 52.1312');
      expectClean(folder);
    }
  });

  it('may be that of 3GP, of an old telephone', async () => {
    make('old.3gp', ...h264, ...aac, '-ar', '44100', '-t', '1', '-f', '3gp');
    const { inspected, folder } = await bench.renderVideoHere(readFileSync(at('old.3gp')));
    expect(inspected.facts).toMatchObject({ type: 'video', extension: 'mp4', width: 640 });
    expect(codecsOf(path.join(folder, 'video.mp4'))).toEqual(['h264', 'aac']);
  });
});

const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3', ...aac];
/** Three seconds of motion; the last of 75 frames lasts seven more. */
function heldVideo(): Buffer {
  slowVideo('motion.mp4', 25, 3);
  const hold = "setts=duration='if(eq(N,74),89600,DURATION)'";
  runFfmpeg('-i', at('motion.mp4'), '-c', 'copy', '-bsf:v', hold, at('held.mp4'));
  return readFileSync(at('held.mp4'));
}

it.each([
  ['one frame of a moment', 0.04, () => slowVideo('moment.mp4', 25, 0.04)],
  ['one frame of a moment in WebM', 0.04, () => slowVideo('moment.webm', 25, 0.04)],
  ['one frame below a sound', 3, () => slowVideo('sound.mp4', 1, 1, ...SOUND)],
  ['a still after motion', 9.96, heldVideo],
  ['a frame each two seconds', 6, () => slowVideo('slow.mp4', 0.5, 6)],
  ['a frame each two seconds in WebM', 6, () => slowVideo('slow.webm', 0.5, 6)],
  ['eight frames in ten seconds', 10, () => slowVideo('lapse.mp4', 0.8, 10)],
])('publishes %s completely', async (_what, seconds, video) => {
  const { inspected, folder } = await bench.renderVideoHere(video());
  expect(inspected.facts.duration).toBeCloseTo(seconds, 1);
  expect((await sharp(path.join(folder, '960.jpg')).stats()).entropy).toBeGreaterThan(1);
  for (const name of ['preview.mp4', 'video.mp4'])
    expect(ffprobeText(path.join(folder, name)), name).toMatch(/"nb_frames": "[1-9]/);
});

const DAMAGED = { code: 'unreadable_file', reason: 'file_damaged' };
const LONG = { code: 'unreadable_file', reason: 'video_too_long?minutes=30' };
const OTHER = { code: 'unsupported_type', reason: 'kind_refused' };
const cut = (video: Buffer) => video.subarray(0, Math.floor(video.length * 0.6));

/** A video of a source filter of ffmpeg. */
function generated(name: string, source: string, ...options: string[]): Buffer {
  runFfmpeg('-f', 'lavfi', '-i', source, ...options, at(name));
  return readFileSync(at(name));
}

it.each([
  ['a video cut off, index in front', DAMAGED, () => cut(make('a.mp4', ...h264, ...indexFirst))],
  ['a video cut off, index behind', DAMAGED, () => cut(make('b.mp4', ...h264, ...aac))],
  ['a WebM cut off', DAMAGED, () => cut(make('c.webm', ...vp8, '-an'))],
  ['slow frames cut off', DAMAGED, () => cut(slowVideo('d.mp4', 0.5, 20))],
  [
    'slow frames cut off, index in front',
    DAMAGED,
    () => cut(slowVideo('e.mp4', 0.5, 20, ...indexFirst)),
  ],
  ['slow frames of a WebM cut off', DAMAGED, () => cut(slowVideo('f.webm', 0.5, 20))],
  [
    'two hours',
    LONG,
    () => generated('g.mp4', 'color=black:size=32x32:rate=1', '-t', '7200', ...h264),
  ],
  ['sound in an MP4', OTHER, () => generated('h.mp4', 'sine=frequency=440', '-t', '1', ...aac)],
  [
    'sound in a WebM',
    OTHER,
    () => generated('i.webm', 'sine=frequency=440', '-t', '1', '-c:a', 'libopus'),
  ],
] as const)('refuses %s and leaves no file', async (_what, refusal, video) => {
  const bytes = video();
  expect(await bench.inspectVideoHere(bytes)).toEqual({ ok: false, ...refusal });
  expect(bench.list(bench.put(bytes).hash)).toEqual([]);
});
