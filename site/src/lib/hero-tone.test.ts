import { rgbaToThumbHash } from 'thumbhash';
import { expect, test } from 'vitest';
import { heroTone } from './hero-tone.ts';

/** A picture of grey values, from 0 to 1 by its shares from the left and the top. */
function picture(grey: (x: number, y: number) => number, [width, height] = [90, 60]) {
  const rgba = Uint8Array.from({ length: width * height * 4 }, (_, i) => {
    const pixel = Math.floor(i / 4);
    if (i % 4 === 3) return 255;
    return 255 * grey((pixel % width) / width, Math.floor(pixel / width) / height);
  });
  const placeholder = Buffer.from(rgbaToThumbHash(width, height, rgba)).toString('base64');
  return { width: width * 50, height: height * 50, focus: { x: 0.5, y: 0.5 }, placeholder };
}
const brightOf = (hero: Parameters<typeof heroTone>[0]) => heroTone(hero).bright;
const all = 'name links words phone-name phone-links phone-words';

test('a picture is bright all over, or nowhere', () => {
  expect(brightOf(picture(() => 0.9))).toBe(all);
  expect(brightOf(picture(() => 0.4))).toBe('');
});

test('the sky may be bright and the land below it dark, and the other way round', () => {
  expect(brightOf(picture((_, y) => (y < 0.4 ? 0.95 : 0.2)))).toBe(
    'name links phone-name phone-links',
  );
  expect(brightOf(picture((_, y) => (y < 0.4 ? 0.1 : 0.95)))).toBe('words phone-words');
});

test('a phone shows the middle, or what lies around the focus', () => {
  const left = picture((x) => (x < 0.6 ? 1 : 0.1));
  expect(brightOf(left)).toBe('name words phone-name');
  expect(brightOf({ ...left, focus: { x: 0, y: 0.5 } })).toBe(
    'name words phone-name phone-links phone-words',
  );
});

test('a picture that is bright in the middle but dark under some letters is not', () => {
  expect(brightOf(picture((x) => (x > 0.7 ? 0.1 : 1)))).toBe(
    'name words phone-name phone-links phone-words',
  );
});

test('without a placeholder nothing is known, and letters are of paper', () => {
  expect(brightOf({ ...picture(() => 1), placeholder: null })).toBe('');
});

test('words leave a restless side for a calm one', () => {
  const trunk = (x: number) => (x > 0.15 && x < 0.35 ? 0.95 : 0.1);
  const sideOf = (grey: (x: number) => number) => heroTone(picture(grey)).side;
  expect(sideOf(() => 0.5)).toBe('left');
  expect(sideOf((x) => (x < 0.5 ? trunk(x) : trunk(1 - x)))).toBe('left');
  expect(sideOf(trunk)).toBe('right');
  expect(sideOf((x) => trunk(1 - x))).toBe('left');
});

test('an end of the bar takes no more shade than its letters need', () => {
  const shareOf = (grey: number) => {
    const { bright, shades } = heroTone(picture(() => grey));
    return [bright.includes('name'), Number(/--name-shade:([\d.]+)/.exec(shades)?.[1])];
  };
  // Of paper on dark, more of it the brighter it is; then of ink, which needs little there.
  expect(shareOf(0.1)).toEqual([false, 0.5]);
  expect(shareOf(0.5)).toEqual([false, expect.closeTo(0.72, 1)]);
  expect(shareOf(0.56)).toEqual([false, expect.closeTo(0.78, 1)]);
  expect(shareOf(0.62)).toEqual([true, 0.5]);
  expect(shareOf(0.95)).toEqual([true, 0.5]);
  // A white corner that a shade of paper letters has to darken takes all of it.
  const { shades } = heroTone(picture((x) => (x < 0.1 ? 1 : 0.1)));
  expect(shades).toMatch(/^;--name-shade:(?:0\.9\d|1);--links-shade:0\.5/);
});

test('a bright end of the bar takes the other one along, if that is not dark', () => {
  const brightBeside = (grey: number) => brightOf(picture((x) => (x < 0.4 ? grey : 0.9)));
  expect(brightBeside(0.53)).toMatch(/^name links/);
  expect(brightBeside(0.2)).toMatch(/^links/);
});
