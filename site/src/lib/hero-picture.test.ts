import { expect, test } from 'vitest';
import { heroPreloads, heroSizes } from './hero-picture.ts';
import { ladderSources } from './ladder.ts';

test('the hero is as wide as the screen, or as its height makes it', () => {
  expect(heroSizes({ width: 3000, height: 2000 })).toBe('max(100vw, 150vh)');
});

test('phones are told to load the smallest file first, larger screens what they need', () => {
  const hero = { width: 3000, height: 2000, sources: ladderSources('abc', 3000, 2000) };
  const [phone, wide] = heroPreloads(hero);
  expect(phone?.srcset).toBe('/media/abc/480.avif 480w');
  expect(wide?.srcset).toContain('2560w');
});
