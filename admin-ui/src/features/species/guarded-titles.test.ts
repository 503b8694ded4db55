import type { MediaItem } from '@veldlicht/contract/media';
import { expect, it } from 'vitest';
import { guardedTitles } from './guarded-titles.ts';

const guard = { level: 'region', reasons: [] } as unknown as MediaItem['guard'];
const item = (title: string, day: number, isGuarded = true) => {
  return { title, guard: isGuarded ? guard : null, updatedAt: `2026-05-0${day}T12:00:00.000Z` };
};

it('names the guarded items that were changed last, and counts the others', () => {
  const items = [item('Das', 1), item('Oehoe', 4), item('Ree', 5, false), item('Bosuil', 3)];
  expect(guardedTitles(items)).toEqual({ titles: ['Oehoe', 'Bosuil', 'Das'], others: 0 });
  expect(guardedTitles([...items, item('Vos', 6)])).toEqual({
    titles: ['Vos', 'Oehoe', 'Bosuil'],
    others: 1,
  });
});
