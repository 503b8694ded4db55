import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ACCEPTED_TEXT } from '@veldlicht/contract/upload';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { PATCHES } from '#testing/hdr-colours.ts';
import { makeHlgFilm } from '#testing/hdr-film.ts';
import { createImageBench, type ImageBench } from '#testing/image-bench.ts';
import {
  exiftoolText,
  ffprobeText,
  h264,
  makeFilm,
  runFfmpeg,
  tagFilm,
} from '#testing/test-films.ts';

let bench: ImageBench;
let folder: string;
beforeAll(() => {
  bench = createImageBench();
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-films-'));
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

const streams = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string(),
      codec_name: z.string(),
      pix_fmt: z.string().optional(),
      width: z.int().optional(),
      height: z.int().optional(),
      tags: z.record(z.string(), z.string()).optional(),
    }),
  ),
  format: z.object({
    duration: z.coerce.number(),
    tags: z.record(z.string(), z.string()).optional(),
  }),
});
const probe = (file: string) => streams.parse(JSON.parse(ffprobeText(file)));

const POSITION =
  /52[.,]13|52 deg|5\.86|gps|location|latitude|xyz|xmp|apple|iphone|quicktime.*make/i;

/** Wherever they stand in a file, these begin a position. */
const POSITION_MARKS = ['\xa9xyz', 'loci', 'com.apple.quicktime.location', 'GPSLatitude', '52.13'];

function expectClean(renditions: string): void {
  for (const name of readdirSync(renditions)) {
    const file = path.join(renditions, name);
    const bytes = readFileSync(file);
    expect(findForbiddenMetadata(bytes), name).toEqual([]);
    for (const mark of POSITION_MARKS)
      expect(bytes.includes(mark, 0, 'latin1'), `${name}: ${mark}`).toBe(false);
    expect(exiftoolText(file).replace(/^\[System\].*$/gm, ''), name).not.toMatch(POSITION);
    if (name.endsWith('.mp4')) {
      const { format, streams: all } = probe(file);
      expect(
        all.every(({ codec_type }) => ['video', 'audio'].includes(codec_type)),
        name,
      ).toBe(true);
      expect(Object.keys(format.tags ?? {}).sort(), name).toEqual([
        'compatible_brands',
        'major_brand',
        'minor_version',
      ]);
    }
  }
}

const LADDER = ['480.avif', '960.avif', '960.jpg', 'preview.mp4', 'video.mp4'];

describe('a telephone film with its position', () => {
  it('is copied without its position, with poster, preview and ladder', async () => {
    makeFilm(
      folder,
      'phone.mov',
      ...h264,
      '-c:a',
      'aac',
      '-metadata',
      'creation_time=2024-05-04T21:30:00Z',
    );
    const bytes = tagFilm(
      folder,
      'phone.mov',
      '-Keys:GPSCoordinates=52.1312, 5.8604, 12',
      '-UserData:GPSCoordinates=52.1312, 5.8604, 12',
      '-ItemList:GPSCoordinates=52.1312, 5.8604, 12',
      '-Keys:Make=Apple',
      '-Keys:Model=iPhone 15',
      '-XMP:GPSLatitude=52.1312',
    );
    expect(exiftoolText(path.join(folder, 'phone.mov'))).toMatch(POSITION);
    const { inspected, rendered, folder: made } = await bench.renderAll(bytes);
    expect(inspected.facts).toMatchObject({
      type: 'video',
      extension: 'mov',
      width: 640,
      height: 360,
      takenDate: '2024-05-04',
      takenLocation: '52.131200, 5.860400',
      camera: { camera: 'Apple iPhone 15' },
    });
    expect(inspected.facts.duration).toBeCloseTo(3, 1);
    expect(inspected.renditions).toMatchObject([{ name: '960.jpg', width: 640, height: 360 }]);
    expect(readdirSync(made).sort()).toEqual(LADDER);
    expect(rendered.renditions.map(({ name }) => name).sort()).toEqual(LADDER);
    expectClean(made);
    const film = probe(path.join(made, 'video.mp4'));
    expect(film.streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac']);
    const preview = probe(path.join(made, 'preview.mp4'));
    expect(preview.streams.map(({ codec_type }) => codec_type)).toEqual(['video']);
    expect(preview.format.duration).toBeLessThanOrEqual(4.1);
    expect((await sharp(path.join(made, '960.jpg')).stats()).entropy).toBeGreaterThan(1);
  });

  it('begins with its index, so that it plays while it loads', async () => {
    const bytes = makeFilm(folder, 'slow-start.mp4', ...h264, '-c:a', 'aac');
    const { folder: made } = await bench.renderAll(bytes);
    for (const name of ['video.mp4', 'preview.mp4']) {
      const film = readFileSync(path.join(made, name));
      expect(film.indexOf('moov'), name).toBeLessThan(film.indexOf('mdat'));
    }
  });

  it('loses streams of data and subtitles, and messages inside the picture', async () => {
    writeFileSync(
      path.join(folder, 'a.srt'),
      '1\n00:00:00,000 --> 00:00:02,000\nGPS 52.1312 5.8604\n',
    );
    makeFilm(folder, 'plain.mp4', ...h264, '-c:a', 'aac');
    const dirty = path.join(folder, 'subtitled.mp4');
    const sei =
      'h264_metadata=sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+pos52.1312x5.8604';
    runFfmpeg(
      ...['-i', path.join(folder, 'plain.mp4'), '-i', path.join(folder, 'a.srt')],
      ...['-map', '0', '-map', '1', '-c', 'copy', '-c:s', 'mov_text', '-bsf:v', sei, dirty],
    );
    const bytes = readFileSync(dirty);
    expect(bytes.includes('pos52.1312')).toBe(true);
    const { folder: made } = await bench.renderAll(bytes);
    expectClean(made);
    expect(readFileSync(path.join(made, 'video.mp4')).includes('52.1312')).toBe(false);
  });
});

describe('shape and codec', () => {
  it('encodes what browsers do not all play', async () => {
    const bytes = makeFilm(
      folder,
      'vp9.webm',
      '-c:v',
      'libvpx',
      '-c:a',
      'libopus',
      '-deadline',
      'realtime',
    );
    const { inspected, folder: made } = await bench.renderAll(bytes);
    expect(inspected.facts).toMatchObject({ type: 'video', extension: 'webm', width: 640 });
    const film = probe(path.join(made, 'video.mp4'));
    expect(film.streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac']);
    expect(film.streams[0]).toMatchObject({ pix_fmt: 'yuv420p', width: 640, height: 360 });
    expectClean(made);
  });

  it('makes ten-bit and odd-sized films playable, without sound when there is none', async () => {
    const file = path.join(folder, 'ten-bit.mp4');
    const source = ['-f', 'lavfi', '-i', 'testsrc2=size=641x359:rate=25', '-t', '2'];
    runFfmpeg(
      ...source,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv444p10le',
      file,
    );
    const { rendered, folder: made } = await bench.renderAll(readFileSync(file));
    const film = probe(path.join(made, 'video.mp4'));
    expect(film.streams).toHaveLength(1);
    expect(film.streams[0]).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p' });
    const published = rendered.renditions.find(({ name }) => name === 'video.mp4');
    expect(film.streams[0]).toMatchObject({ width: published?.width, height: published?.height });
  });

  it('shows a turned film upright', async () => {
    makeFilm(folder, 'flat.mp4', ...h264, '-c:a', 'aac');
    const turned = tagFilm(folder, 'flat.mp4', '-Rotation=90');
    const { inspected, folder: made } = await bench.renderAll(turned);
    expect(inspected.facts).toMatchObject({ width: 360, height: 640 });
    const poster = await sharp(path.join(made, '960.jpg')).metadata();
    expect(poster).toMatchObject({ width: 360, height: 640 });
    expect(exiftoolText(path.join(made, 'video.mp4'))).toMatch(/Rotation\s+: 90/);
  });

  it('shows an HDR film (HLG) in its own colours on a plain screen', async () => {
    const { folder: made } = await bench.renderAll(makeHlgFilm(folder));
    const still = path.join(folder, 'frame.png');
    const frameOf = (name: string) => {
      runFfmpeg('-i', path.join(made, name), '-frames:v', '1', still);
      return still;
    };
    for (const file of [path.join(made, '960.jpg'), frameOf('video.mp4'), frameOf('preview.mp4')]) {
      const { data, info } = await sharp(file)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      PATCHES.forEach((patch, i) => {
        const x = Math.floor(((i + 0.5) * info.width) / PATCHES.length);
        const at = (Math.floor(info.height / 2) * info.width + x) * 3;
        const seen = [...data.subarray(at, at + 3)];
        // Unmapped, white is 180 and the green has 88 of red instead of 60.
        patch.forEach((part, k) => {
          expect(Math.abs(part - (seen[k] ?? 0)), `${file} ${patch}: ${seen}`).toBeLessThan(28);
        });
      });
    }
    for (const name of ['video.mp4', 'preview.mp4'])
      expect(ffprobeText(path.join(made, name)), name).toContain('"color_transfer": "bt709"');
  });

  it('tells how far it is with a film that it encodes', async () => {
    const source = path.join(folder, 'small.mp4');
    const size = { width: 64, height: 64 };
    runFfmpeg(
      ...['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=10', '-t', '2'],
      ...['-c:v', 'libx264', '-pix_fmt', 'yuv444p', source],
    );
    const { file, hash, renditionsFolder } = bench.put(readFileSync(source));
    const input = { original: file, extension: 'mp4' as const, hash, renditionsFolder, ...size };
    const heard: number[] = [];
    await bench.images.render(input, (percent) => heard.push(percent));
    expect(heard.length).toBeGreaterThan(0);
    // What is in the encoder at the end is never told.
    expect(heard.at(-1)).toBeGreaterThan(50);
    expect(heard.every((percent) => percent >= 0 && percent < 100)).toBe(true);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  });

  it('keeps what is there when it is rendered again', async () => {
    const bytes = makeFilm(folder, 'again.mp4', ...h264, '-an');
    const first = await bench.renderAll(bytes);
    expect((await bench.renderAll(bytes)).rendered).toEqual(first.rendered);
  });
});

describe('bad films', () => {
  it('refuses one that is cut off, with its index before or behind', async () => {
    for (const flags of [['-movflags', '+faststart'], []]) {
      const bytes = makeFilm(folder, 'cut.mp4', ...h264, '-c:a', 'aac', ...flags);
      const cut = bytes.subarray(0, Math.floor(bytes.length * 0.6));
      const outcome = await bench.inspect(cut);
      expect(outcome, flags.join(' ')).toMatchObject({ ok: false, code: 'unreadable_file' });
      expect(bench.list(bench.put(cut).hash)).toEqual([]);
    }
  });

  it('refuses a WebM that is cut off', async () => {
    const bytes = makeFilm(folder, 'cut.webm', '-c:v', 'libvpx', '-an', '-deadline', 'realtime');
    const outcome = await bench.inspect(bytes.subarray(0, Math.floor(bytes.length * 0.6)));
    expect(outcome).toMatchObject({ ok: false, code: 'unreadable_file' });
  });

  it('refuses a film that is too long before it looks at its pictures', async () => {
    const file = path.join(folder, 'endless.mp4');
    const source = ['-f', 'lavfi', '-i', 'color=black:size=32x32:rate=1', '-t', '7200'];
    runFfmpeg(...source, ...h264, file);
    const outcome = await bench.inspect(readFileSync(file));
    expect(outcome).toMatchObject({ ok: false, code: 'unreadable_file' });
    expect(outcome).toHaveProperty('message', expect.stringContaining('too long'));
  });

  it.each([
    ['mp4', 'aac'],
    ['webm', 'libopus'],
  ])(
    'refuses sound without a picture in a %s, and names no file of the server',
    async (end, codec) => {
      const file = path.join(folder, `sound.${end}`);
      runFfmpeg('-f', 'lavfi', '-i', 'sine=frequency=440', '-t', '1', '-c:a', codec, file);
      const outcome = await bench.inspect(readFileSync(file));
      expect(outcome).toMatchObject({ ok: false, code: 'unsupported_type' });
      expect(outcome).toHaveProperty('message', expect.stringContaining(ACCEPTED_TEXT));
      expect(JSON.stringify(outcome)).not.toMatch(/ffmpeg|\/tmp|moov/);
    },
  );
});

it('takes a film of 8K', async () => {
  const grey = ['-f', 'lavfi', '-i', 'color=gray:size=7680x4320:rate=30', '-frames:v', '45'];
  const outcome = await bench.inspect(makeFilm(folder, '8k.mp4', ...grey, ...h264));
  expect(outcome).toMatchObject({ ok: true, facts: { width: 7680, height: 4320 } });
});
