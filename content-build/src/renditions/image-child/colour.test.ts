import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import * as spaces from '#testing/colours.ts';
import { quarters } from '#testing/test-pictures.ts';
import {
  ADOBE_RGB,
  BT709,
  classifyProfile,
  DISPLAY_P3,
  matrixToP3,
  type Primaries,
} from './colour.ts';

describe('a profile', () => {
  it.each([
    ['srgb', 'srgb'],
    ['p3', 'wide'],
  ])('of libvips, %s, is classified as %s', async (name, space) => {
    const jpeg = await quarters().withIccProfile(name).jpeg().toBuffer();
    expect(await classifyProfile((await sharp(jpeg).metadata()).icc ?? Buffer.alloc(0))).toBe(
      space,
    );
  });

  it('is classified by its primaries and its curve', async () => {
    const { SRGB_PRIMARIES } = spaces;
    expect(await classifyProfile(spaces.makeProfile(spaces.ADOBE_RGB))).toBe('wide');
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

it.each([
  ['Display P3', DISPLAY_P3, spaces.DISPLAY_P3],
  ['Adobe RGB', ADOBE_RGB.primaries, spaces.ADOBE_RGB],
  ['sRGB', BT709, spaces.SRGB_PRIMARIES],
])(
  'the matrix to Display P3 agrees with the published primaries of %s',
  (_name, primaries, space) => {
    const matrix = matrixToP3(primaries) ?? [];
    for (const [i, parts] of matrix.entries())
      for (const axis of [0, 1, 2] as const) {
        const sum = spaces.DISPLAY_P3.colorants.reduce(
          (all, colorant, part) => all + (colorant[axis] ?? 0) * (parts[part] ?? 0),
          0,
        );
        expect(sum).toBeCloseTo(space.colorants[i]?.[axis] ?? 9, 3);
      }
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
])('there is no matrix from primaries %s', (_what, primaries) => {
  expect(matrixToP3(primaries)).toBeNull();
});
