import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { ADOBE_RGB, DISPLAY_P3, makeProfile, SRGB_PRIMARIES } from '#testing/colours.ts';
import { box } from '#testing/iso-box.ts';
import { quarters } from '#testing/test-pictures.ts';
import { type CodePoints, classifyProfile, readCodePoints } from './colour.ts';

describe('a profile', () => {
  it.each([
    ['srgb', 'srgb'],
    ['p3', 'wide'],
    ['cmyk', 'other'],
  ])('of the picture library, %s, is known as %s', async (name, space) => {
    const jpeg = await quarters().withIccProfile(name).jpeg().toBuffer();
    expect(classifyProfile((await sharp(jpeg).metadata()).icc ?? Buffer.alloc(0))).toBe(space);
  });

  it('is known by its primaries and its curve', () => {
    expect(classifyProfile(makeProfile(ADOBE_RGB))).toBe('wide');
    expect(classifyProfile(makeProfile(DISPLAY_P3))).toBe('wide');
    expect(classifyProfile(makeProfile(SRGB_PRIMARIES))).toBe('srgb');
    expect(classifyProfile(makeProfile({ ...SRGB_PRIMARIES, gamma: 1 }))).toBe('other');
  });

  it('may be damaged anywhere', () => {
    const profile = makeProfile(ADOBE_RGB);
    for (let length = 0; length < profile.length; length += 7)
      expect(['srgb', 'wide', 'other']).toContain(classifyProfile(profile.subarray(0, length)));
    for (let at = 128; at < 260; at++) {
      const bent = Buffer.from(profile);
      bent[at] = 0xff;
      expect(['srgb', 'wide', 'other']).toContain(classifyProfile(bent));
    }
  });
});

describe('code points', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-codes-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const nclx = (primaries: number, transfer: number) =>
    box('colr', 'nclx', [0, primaries, 0, transfer, 0, 9, 128]);
  const pq = nclx(9, 16);
  const plain = nclx(1, 13);
  const profile = box('colr', 'prof', Buffer.alloc(40));

  /** The head of a file whose main picture is item 2; `links` are its properties and those of item 3. */
  function head(properties: Buffer[], main: number[], other: number[], isWide = false): Buffer {
    const id = (item: number) => (isWide ? [0, 0, 0, item] : [0, item]);
    const links = (all: number[]) => [
      all.length,
      ...all.flatMap((one) => (isWide ? [128, one] : [one | 128])),
    ];
    const w = isWide ? 1 : 0;
    const ipma = [w, 0, 0, w, 0, 0, 0, 2, ...id(2), ...links(main), ...id(3), ...links(other)];
    return box(
      'meta',
      [0, 0, 0, 0],
      box('pitm', [w, 0, 0, 0, ...id(2)]),
      box('iprp', box('ipco', ...properties), box('ipma', ipma)),
    );
  }

  async function read(bytes: Buffer): Promise<CodePoints | null> {
    const file = path.join(folder, 'upload');
    writeFileSync(file, Buffer.concat([box('ftyp', 'avif'), bytes]));
    return readCodePoints(file);
  }

  it.each([
    ['of the main picture, not of what is beside it', [pq, plain], [2], [1], [1, 13]],
    ['of the main picture in HDR', [pq, plain], [1], [2], [9, 16]],
    ['none where it has a profile', [profile, pq], [1], [2], null],
    ['beside a profile', [profile, pq], [1, 2], [], [9, 16]],
    ['of the tiles when it says nothing', [box('free'), pq, pq], [1], [2, 3], [9, 16]],
    ['none when the tiles differ', [box('free'), pq, plain], [1], [2, 3], null],
  ])('are those %s', async (_what, properties, main, other, codes) => {
    const expected = codes && { primaries: codes[0], transfer: codes[1] };
    for (const isWide of [false, true])
      expect(await read(head(properties, main, other, isWide))).toEqual(expected);
  });

  it('are nothing in a file that is damaged there', async () => {
    const whole = head([pq, plain], [1], [2]);
    for (let at = 8; at < whole.length; at++) {
      const bent = Buffer.from(whole);
      bent[at] = 0xff;
      await expect(read(bent)).resolves.toBeDefined();
      await expect(read(whole.subarray(0, at))).resolves.toBeNull();
    }
  });
});
