/** Films on a machine without ffmpeg. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ACCEPTED_TEXT } from '@veldlicht/contract/upload';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { createImageBench, type ImageBench } from '#testing/image-bench.ts';
import { plainFilm, withoutFfmpeg } from '#testing/plain-films.ts';

let bench: ImageBench;
beforeAll(async () => {
  bench = await withoutFfmpeg(createImageBench);
});
afterAll(() => bench.close());

const PLACE = '+52.1312+005.8604+012.345/';
const read = (folder: string, name: string) => readFileSync(path.join(folder, name));

describe('a film that plays everywhere', () => {
  it('is copied without its words and messages, with its index in front', async () => {
    const message = 'pos 52.1312 5.8604';
    const words = { '©xyz': PLACE, '©cmt': 'taken at 52.1312' };
    const bytes = await plainFilm({ message, words, indexLast: true });
    for (const mark of ['©xyz', PLACE, message])
      expect(bytes.includes(mark, 0, 'latin1'), mark).toBe(true);
    expect(findForbiddenMetadata(bytes)).not.toEqual([]);
    const { inspected, rendered, folder } = await bench.renderAll(bytes);
    expect(inspected.facts).toMatchObject({
      ...{ type: 'video', extension: 'mp4', width: 640, height: 360, duration: 3 },
      ...{ takenLocation: '52.131200, 5.860400', placeholder: null, color: null },
    });
    expect(inspected.renditions).toEqual([]);
    expect(rendered.renditions.map(({ name }) => name)).toEqual([
      ...['480.avif', '960.avif', '960.jpg', 'video.mp4'],
    ]);
    const film = read(folder, 'video.mp4');
    expect(findForbiddenMetadata(film)).toEqual([]);
    expect(film.includes('52.13')).toBe(false);
    expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'));
    // The pictures themselves are the same: 30 frames of 400 bytes and their heads.
    expect(film.length).toBeGreaterThan(30 * 400);
    const again = await bench.inspect(film);
    expect(again).toMatchObject({ ok: true, facts: { duration: 3, takenLocation: null } });
  });

  it('gives the same bytes each time, without the moment of writing', async () => {
    const first = await bench.renderAll(await plainFilm({ seconds: 2 }));
    const film = read(first.folder, 'video.mp4');
    const other = await bench.renderAll(await plainFilm({ seconds: 2, words: { '©nam': 'x' } }));
    expect(read(other.folder, 'video.mp4').equals(film)).toBe(true);
    for (const head of ['mvhd', 'tkhd', 'mdhd']) {
      const at = film.indexOf(head) + 8;
      expect(film.readBigUInt64BE(at), head).toBe(0n);
    }
  });

  it('stays upright, and silent when it has no sound', async () => {
    const { inspected, rendered, folder } = await bench.renderAll(
      await plainFilm({ rotation: 90, sound: null }),
    );
    expect(inspected.facts).toMatchObject({ width: 360, height: 640 });
    expect(rendered.renditions.at(-1)).toMatchObject({
      name: 'video.mp4',
      width: 360,
      height: 640,
    });
    expect(await bench.inspect(read(folder, 'video.mp4'))).toMatchObject({
      facts: { width: 360, height: 640 },
    });
  });
});

describe('its stills', () => {
  it('are made from the picture that was sent', async () => {
    const red = { r: 200, g: 40, b: 30 };
    const still = await sharp({ create: { width: 640, height: 360, channels: 3, background: red } })
      .jpeg()
      .toBuffer();
    const film = await plainFilm({ seconds: 1 });
    const { file, hash, renditionsFolder } = bench.put(film);
    const poster = { file: bench.put(still).file, extension: 'jpg' as const };
    const size = { width: 640, height: 360 };
    const input = { original: file, extension: 'mp4' as const, hash, renditionsFolder, ...size };
    const outcome = await bench.images.render({ ...input, poster });
    expect(outcome).toMatchObject({
      ok: true,
      shown: { color: expect.stringMatching(/^#c[5-9a-b]/) },
    });
    const { dominant } = await sharp(read(path.join(renditionsFolder, hash), '960.avif')).stats();
    expect(dominant.r).toBeGreaterThan(150);
    expect(dominant.g).toBeLessThan(80);
  });

  it('are neutral when none was sent, in the shape of the film', async () => {
    const { rendered, folder } = await bench.renderAll(await plainFilm({ seconds: 4 }));
    expect(rendered.shown?.color).toMatch(/^#(\w\w)\1\1$/);
    const meta = await sharp(path.join(folder, '960.jpg')).metadata();
    expect(meta).toMatchObject({ width: 640, height: 360 });
  });
});

describe('a film that is refused', () => {
  it.each([
    ['VP9', { picture: 'vp9' }],
    ['ten bits', { profile: 110 }],
    ['Opus sound', { sound: 'opus' }],
  ] as const)('has %s: it names what is taken', async (_what, options) => {
    const outcome = await bench.inspect(await plainFilm(options));
    expect(outcome).toMatchObject({ ok: false, code: 'unsupported_type' });
    expect(outcome).toHaveProperty('message', expect.stringContaining('no ffmpeg'));
  });

  it('has sound and nothing to see: it names what is accepted', async () => {
    const outcome = await bench.inspect(await plainFilm({ picture: null }));
    expect(outcome).toMatchObject({ ok: false, code: 'unsupported_type' });
    expect(outcome).toHaveProperty('message', expect.stringContaining(ACCEPTED_TEXT));
  });

  it.each([
    ['before', {}],
    ['behind', { indexLast: true }],
  ])('is cut off, with its index %s the pictures', async (_where, options) => {
    const film = await plainFilm(options);
    const cut = film.subarray(0, Math.floor(film.length * 0.6));
    expect(await bench.inspect(cut)).toMatchObject({ ok: false, code: 'unreadable_file' });
    expect(bench.list(bench.put(cut).hash)).toEqual([]);
  });

  it('says it is longer than its pictures', async () => {
    const film = Buffer.from(await plainFilm({ seconds: 3, sound: null }));
    // The duration in mdhd, which version 0 has after two times and the scale.
    const at = film.indexOf('mdhd') + 20;
    film.writeUInt32BE(film.readUInt32BE(at) * 3, at);
    expect(await bench.inspect(film)).toMatchObject({ ok: false, code: 'unreadable_file' });
  });

  it('has damage within a frame', async () => {
    const film = Buffer.from(await plainFilm());
    film.fill(0xff, film.length - 5000, film.length - 4000);
    expect(await bench.inspect(film)).toMatchObject({ ok: false, code: 'unreadable_file' });
  });

  it('is endless: it is too long before its pictures are read', async () => {
    const outcome = await bench.inspect(await plainFilm({ seconds: 7200, framesPerSecond: 1 }));
    expect(outcome).toMatchObject({ ok: false, code: 'unreadable_file' });
    expect(outcome).toHaveProperty('message', expect.stringContaining('too long'));
  });

  it('does not say how long it is, and goes on and on', async () => {
    const film = Buffer.from(await plainFilm({ seconds: 3600, framesPerSecond: 1, sound: null }));
    for (const head of ['mvhd', 'mdhd']) film.writeUInt32BE(0, film.indexOf(head) + 20);
    const outcome = await bench.inspect(film);
    expect(outcome).toHaveProperty('message', expect.stringContaining('too long'));
  });

  it('is noise behind the head of a film', async () => {
    const head = (await plainFilm()).subarray(0, 40);
    const noise = Buffer.alloc(100_000, 0x5a);
    const outcome = await bench.inspect(Buffer.concat([head, noise]));
    expect(outcome).toMatchObject({ ok: false, code: 'unreadable_file' });
  });

  it('leaves nothing behind, and the process goes on', async () => {
    const pid = bench.images.pid();
    const film = await plainFilm({ picture: 'vp9', seconds: 2 });
    await bench.inspect(film);
    expect(bench.list(bench.put(film).hash)).toEqual([]);
    expect(bench.images.pid()).toBe(pid);
    expect(readdirSync(bench.folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
