import { rgbaToThumbHash } from 'thumbhash';
import { expect, test } from 'vitest';
import { heroTone } from './hero-tone.ts';

/** A grey picture; `grey`, from 0 to 1, gets the distance from the left and the top, from 0 to 1. */
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

test('a plain picture is bright everywhere or nowhere', () => {
  expect(brightOf(picture(() => 0.9))).toBe(all);
  expect(brightOf(picture(() => 0.4))).toBe('');
});

test('sky and land may differ in brightness, either way', () => {
  expect(brightOf(picture((_, y) => (y < 0.4 ? 0.95 : 0.2)))).toBe(
    'name links phone-name phone-links',
  );
  expect(brightOf(picture((_, y) => (y < 0.4 ? 0.1 : 0.95)))).toBe('words phone-words');
});

test('a phone shows the centre, or the part around the focus', () => {
  const left = picture((x) => (x < 0.6 ? 1 : 0.1));
  expect(brightOf(left)).toBe('name words phone-name');
  expect(brightOf({ ...left, focus: { x: 0, y: 0.5 } })).toBe(
    'name words phone-name phone-links phone-words',
  );
});

test('an area that is dark under some letters is not bright', () => {
  expect(brightOf(picture((x) => (x > 0.7 ? 0.1 : 1)))).toBe(
    'name words phone-name phone-links phone-words',
  );
});

test('without a placeholder no area counts as bright, so letters are light', () => {
  expect(brightOf({ ...picture(() => 1), placeholder: null })).toBe('');
});

test('text moves from a busy side to a calm one', () => {
  const trunk = (x: number) => (x > 0.15 && x < 0.35 ? 0.95 : 0.1);
  const sideOf = (grey: (x: number) => number) => heroTone(picture(grey)).side;
  expect(sideOf(() => 0.5)).toBe('left');
  expect(sideOf((x) => (x < 0.5 ? trunk(x) : trunk(1 - x)))).toBe('left');
  expect(sideOf(trunk)).toBe('right');
  expect(sideOf((x) => trunk(1 - x))).toBe('left');
});

test('an end of the bar gets no more shade than its letters need', () => {
  const shareOf = (grey: number) => {
    const { bright, shades } = heroTone(picture(() => grey));
    return [bright.includes('name'), Number(/--name-shade:([\d.]+)/.exec(shades)?.[1])];
  };
  // Light letters need more shade on a brighter picture; dark ones then need little.
  expect(shareOf(0.1)).toEqual([false, 0.5]);
  expect(shareOf(0.5)).toEqual([false, expect.closeTo(0.72, 1)]);
  expect(shareOf(0.56)).toEqual([false, expect.closeTo(0.78, 1)]);
  expect(shareOf(0.62)).toEqual([true, 0.5]);
  expect(shareOf(0.95)).toEqual([true, 0.5]);
  // A white corner under light letters gets the full shade.
  const { shades } = heroTone(picture((x) => (x < 0.1 ? 1 : 0.1)));
  expect(shades).toMatch(/^;--name-shade:(?:0\.9\d|1);--links-shade:0\.5/);
});

test('a bright end of the bar makes the other end bright, unless that is dark', () => {
  const brightBeside = (grey: number) => brightOf(picture((x) => (x < 0.4 ? grey : 0.9)));
  expect(brightBeside(0.53)).toMatch(/^name links/);
  expect(brightBeside(0.2)).toMatch(/^links/);
});
