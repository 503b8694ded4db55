import sharp from 'sharp';
import { expect, it } from 'vitest';
import { DISPLAY_P3, SRGB_PRIMARIES, spliceProfile } from '#testing/icc.ts';
import { quarters } from '#testing/test-pictures.ts';
import { classifyProfile } from './icc-profile.ts';
import { ADOBE_RGB, makeProfile } from './matrix-profile.ts';

async function profileOf(name: 'srgb' | 'p3' | 'cmyk'): Promise<Buffer> {
  const { icc } = await sharp(await quarters().withIccProfile(name).jpeg().toBuffer()).metadata();
  if (!icc) throw new Error('no profile');
  return icc;
}

it('knows sRGB, wider spaces and what it leaves to the colour engine', async () => {
  expect(classifyProfile(await profileOf('srgb'))).toBe('srgb');
  expect(classifyProfile(await profileOf('p3'))).toBe('wide');
  expect(classifyProfile(await profileOf('cmyk'))).toBe('other');
  expect(classifyProfile(makeProfile(ADOBE_RGB))).toBe('wide');
  expect(classifyProfile(makeProfile(DISPLAY_P3))).toBe('wide');
  expect(classifyProfile(makeProfile(SRGB_PRIMARIES))).toBe('srgb');
  expect(classifyProfile(makeProfile({ ...SRGB_PRIMARIES, gamma: 1 }))).toBe('other');
});

it('survives any damage to a profile', () => {
  const profile = makeProfile(ADOBE_RGB);
  for (let length = 0; length < profile.length; length += 7)
    expect(['srgb', 'wide', 'other']).toContain(classifyProfile(profile.subarray(0, length)));
  for (let at = 128; at < 260; at++) {
    const bent = Buffer.from(profile);
    bent[at] = 0xff;
    expect(['srgb', 'wide', 'other']).toContain(classifyProfile(bent));
  }
});

it('puts a profile where readers of a JPEG find it', async () => {
  const profile = makeProfile(DISPLAY_P3);
  const jpeg = spliceProfile(await quarters().jpeg().toBuffer(), profile);
  expect((await sharp(jpeg).metadata()).icc).toEqual(profile);
});
