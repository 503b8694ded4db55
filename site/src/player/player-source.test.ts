import { expect, it } from 'vitest';
import { type Line, suitable } from './player-source.ts';

const source = (width: number, height: number) => ({ url: '', width, height });
const hd = source(1280, 720);
const fullHd = source(1920, 1080);
const large = [hd, fullHd, source(3840, 2160)];
const fat = [hd, fullHd, fullHd];
const portrait = [source(720, 1280), source(1080, 1920), source(2160, 3840)];

it.each<[string, typeof large, number, number, Line, number]>([
  ['a phone', large, 1170, 658, {}, 0],
  ['a column on a desktop', large, 1500, 844, {}, 0],
  ['a desktop', large, 1920, 1080, {}, 1],
  ['a 4K screen', large, 3840, 2160, {}, 2],
  ['a low box with bars at the sides', large, 3840, 700, {}, 0],
  ['a portrait on a phone', portrait, 1170, 2532, {}, 1],
  ['a portrait in a wide box', portrait, 1920, 1080, {}, 0],
  ['a 4K screen and an original in full HD', fat, 3840, 2160, {}, 1],
  ['a 4K screen on a fast line', large, 3840, 2160, { effectiveType: '4g', downlink: 10 }, 2],
  ['a 4K screen on a medium line', large, 3840, 2160, { downlink: 7 }, 1],
  ['a 4K screen on a slow line', large, 3840, 2160, { downlink: 4 }, 0],
  ['a desktop on 3G', large, 1920, 1080, { effectiveType: '3g', downlink: 10 }, 0],
  ['a desktop that saves data', large, 1920, 1080, { saveData: true, effectiveType: '4g' }, 0],
])('chooses the right version for %s', (_, sources, width, height, line, index) => {
  expect(suitable(sources, { width, height }, line)).toBe(index);
});
