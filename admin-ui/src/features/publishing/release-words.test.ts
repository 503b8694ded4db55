import { expect, it } from 'vitest';
import { changeLines, durationText, isNewer, sizeText } from './release-words.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('says durations as people do', () => {
  const said = [0, 42, 999, 2440, 119_000, 190_000].map((ms) => plain(durationText(ms, 'en')));
  expect(said).toEqual(['0 ms', '42 ms', '999 ms', '2.4 s', '119 s', '3 min']);
  expect(plain(durationText(2440, 'nl'))).toBe('2,4 s');
});

it('says sizes as people do', () => {
  const said = [0, 1200, 120_400, 3_440_000].map((bytes) => plain(sizeText(bytes, 'en')));
  expect(said).toEqual(['0 kB', '1.2 kB', '120 kB', '3.4 MB']);
});

it('tells what one person did to things of one kind in one line', () => {
  const change = (actor: string, summary: string) =>
    ({ actor, action: 'update', entity: 'media', summary }) as const;
  const changes = [change('eva', 'Ochtend'), change('bob', 'Middag'), change('eva', 'Avond')];
  expect(changeLines([...changes, change('eva', 'Ochtend')])).toEqual([
    { actor: 'eva', action: 'update', entity: 'media', summaries: ['Ochtend', 'Avond'] },
    { actor: 'bob', action: 'update', entity: 'media', summaries: ['Middag'] },
  ]);
});

it('knows forward from back by the content, not by when it was rendered', () => {
  const live = { revision: 5, createdAt: '2026-05-31T10:00:00.000Z' };
  const later = '2026-05-31T11:00:00.000Z';
  expect(isNewer({ revision: 6, createdAt: live.createdAt }, live)).toBe(true);
  expect(isNewer({ revision: 4, createdAt: later }, live)).toBe(false);
  expect(isNewer({ revision: 5, createdAt: later }, live)).toBe(true);
  expect(isNewer(live, undefined)).toBe(false);
});
