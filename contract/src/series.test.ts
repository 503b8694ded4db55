import { expect, it } from 'vitest';
import { type Block, blocksWith, seriesBody, shownInBlocks, storedSeries } from './series.ts';
import { bodies, positionsInStory, seriesInput } from './story.ts';

const blocks: Block[] = [
  { kind: 'single', media: ['a'] },
  { kind: 'text', text: 'Stil.' },
  { kind: 'pair', media: ['b', 'c'] },
  { kind: 'space' },
  { kind: 'full', media: ['d'] },
];
const body = { introduction: 'Vroeg.', blocks };

it('is stored and read as it was, and shows its items in their order', () => {
  const stored = storedSeries.parse(body);
  expect(seriesBody.parse(JSON.parse(stored))).toEqual(body);
  expect(shownInBlocks(blocks)).toEqual(['a', 'b', 'c', 'd']);
  expect(bodies.series.shownIn(stored)).toEqual(['a', 'b', 'c', 'd']);
  expect(seriesInput.parse({ title: 'Winter', date: '2026-01-09' }).body).toBe(
    '{"introduction":"","blocks":[]}',
  );
});

it.each([
  [{ kind: 'pair', media: ['a'] }],
  [{ kind: 'single', media: ['a', 'b'] }],
  [{ kind: 'full', media: [] }],
  [{ kind: 'collage', media: ['a'] }],
  [{ kind: 'text', text: 'x'.repeat(5001) }],
  [{ kind: 'space', text: 'a' }],
])('takes no %j', (wrong) => {
  expect(seriesBody.safeParse({ introduction: '', blocks: [wrong] }).success).toBe(false);
});

it('loses a block with its item, and one side of a pair', () => {
  const shown = (ids: string) => blocksWith(blocks, (id) => (ids.includes(id) ? id : undefined));
  expect(shown('abcd')).toEqual(blocks);
  expect(shown('c')).toEqual([
    { kind: 'text', text: 'Stil.' },
    { kind: 'single', media: ['c'] },
    { kind: 'space' },
  ]);
  expect(bodies.series.withShown(JSON.stringify(body), (id) => id === 'd')).not.toMatch(/"[abc]"/);
});

it('is found to hold a position in its introduction and texts, and in no id', () => {
  const spot = '52.131234, 5.860456';
  const found = (change: object) =>
    positionsInStory({ title: 'Winter', body: JSON.stringify({ ...body, ...change }) }, 'series');
  expect(found({})).toEqual([]);
  expect(found({ introduction: `Bij ${spot}` })).toEqual([spot]);
  expect(found({ blocks: [{ kind: 'text', text: '**52.13**1234, 5.860456' }] })).toContain(spot);
  expect(found({ blocks: [{ kind: 'single', media: [spot] }] })).toEqual([]);
});
