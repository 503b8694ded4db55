import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import * as spaces from '#testing/colours.ts';
import { quarters } from '#testing/test-pictures.ts';
import {
  adobeProfile,
  BT709,
  BT2020,
  classifyProfile,
  DISPLAY_P3,
  makeProfile,
  type Primaries,
} from './colour.ts';

describe('a profile', () => {
  it.each([
    ['srgb', 'srgb'],
    ['p3', 'wide'],
  ])('of the picture library, %s, is known as %s', async (name, space) => {
    const jpeg = await quarters().withIccProfile(name).jpeg().toBuffer();
    expect(await classifyProfile((await sharp(jpeg).metadata()).icc ?? Buffer.alloc(0))).toBe(
      space,
    );
  });

  it('is known by its primaries and its curve', async () => {
    const { ADOBE_RGB, SRGB_PRIMARIES } = spaces;
    expect(await classifyProfile(spaces.makeProfile(ADOBE_RGB))).toBe('wide');
    expect(await classifyProfile(spaces.makeProfile(spaces.DISPLAY_P3))).toBe('wide');
    expect(await classifyProfile(spaces.makeProfile({ ...SRGB_PRIMARIES, gamma: 1 }))).toBe('wide');
  });

  it('may be damaged anywhere', async () => {
    const profile = spaces.makeProfile(spaces.ADOBE_RGB);
    for (let length = 0; length < profile.length; length += 7)
      expect(['srgb', 'wide']).toContain(await classifyProfile(profile.subarray(0, length)));
    for (let at = 128; at < 260; at++) {
      const bent = Buffer.from(profile);
      bent[at] = 0xff;
      expect(['srgb', 'wide']).toContain(await classifyProfile(bent));
    }
  });
});

describe('a profile made of numbers', () => {
  it('is that of sRGB for the numbers of sRGB', async () => {
    const profile = makeProfile(BT709, 'srgb') ?? Buffer.alloc(0);
    expect(await classifyProfile(profile)).toBe('srgb');
    expect(await classifyProfile(makeProfile(BT2020, 'srgb') ?? Buffer.alloc(0))).toBe('wide');
  });

  /** What follows the name of a tag in the table says where its numbers are. */
  const numbersOf = (profile: Buffer, name: string) => {
    const at = profile.readUInt32BE(profile.indexOf(name, 128, 'latin1') + 4) + 8;
    return [0, 4, 8].map((part) => profile.readInt32BE(at + part) / 65_536);
  };

  it.each([
    ['Display P3', makeProfile(DISPLAY_P3, 'srgb'), spaces.DISPLAY_P3],
    ['Adobe RGB', adobeProfile(), spaces.ADOBE_RGB],
    ['sRGB', makeProfile(BT709, 2.2), spaces.SRGB_PRIMARIES],
  ])(
    'has the primaries of %s as published, where white is D50',
    (_name, profile, { colorants }) => {
      for (const [i, name] of ['rXYZ', 'gXYZ', 'bXYZ'].entries())
        numbersOf(profile ?? Buffer.alloc(0), name).forEach((part, at) => {
          expect(part).toBeCloseTo(colorants[i]?.[at] ?? 9, 3);
        });
    },
  );

  it.each<[string, Primaries]>([
    [
      'without a height',
      [
        [0.3, 0.3],
        [0.6, 0.3],
        [0.3, 0],
        [0.15, 0.06],
      ],
    ],
    [
      'in one place',
      [
        [0.3, 0.3],
        [0.3, 0.3],
        [0.3, 0.3],
        [0.3, 0.3],
      ],
    ],
    [
      'of nothing',
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
  ])('is none for primaries %s', (_what, primaries) => {
    expect(makeProfile(primaries, 2.2)).toBeNull();
  });
});
