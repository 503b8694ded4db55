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
  ['a column on a desk', large, 1500, 844, {}, 0],
  ['a desk', large, 1920, 1080, {}, 1],
  ['a screen of 4K', large, 3840, 2160, {}, 2],
  ['a narrow box, which leaves the width to the bars', large, 3840, 700, {}, 0],
  ['a portrait on a phone', portrait, 1170, 2532, {}, 1],
  ['a portrait in a wide box', portrait, 1920, 1080, {}, 0],
  ['a screen of 4K, though the original has no more pixels', fat, 3840, 2160, {}, 1],
  ['a screen of 4K on a fast line', large, 3840, 2160, { effectiveType: '4g', downlink: 10 }, 2],
  ['a screen of 4K on a middling line', large, 3840, 2160, { downlink: 7 }, 1],
  ['a screen of 4K on a thin line', large, 3840, 2160, { downlink: 4 }, 0],
  ['a desk on a slow line', large, 1920, 1080, { effectiveType: '3g', downlink: 10 }, 0],
  ['who saves data', large, 1920, 1080, { saveData: true, effectiveType: '4g' }, 0],
])('for %s the right version is taken', (_, sources, width, height, line, index) => {
  expect(suitable(sources, { width, height }, line)).toBe(index);
});
