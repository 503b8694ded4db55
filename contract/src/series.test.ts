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
  expect(storedSeries.safeParse({ introduction: '', blocks: [wrong] }).success).toBe(false);
});

it('takes each text up to its bound, all of them up to theirs, and reads longer ones that are stored', () => {
  const of = (count: number, length: number) => ({
    introduction: '',
    blocks: Array.from({ length: count }, () => ({ kind: 'text', text: 'x'.repeat(length) })),
  });
  const refused = (wrong: object) =>
    storedSeries
      .safeParse(wrong)
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(refused(of(20, 5000))).toBeUndefined();
  expect(refused(of(2, 5001))?.[1]).toEqual(['blocks.1.text', 'too_long?n=5000']);
  expect(refused(of(21, 5000))).toEqual([['', 'series_too_long?n=100000']]);
  expect(refused(of(501, 1))).toEqual([['', 'too_many_blocks?n=500']]);
  expect(seriesBody.safeParse(of(600, 5001)).success).toBe(true);
});

it('loses a block with its item, and one side of a pair', () => {
  const shown = (ids: string) => blocksWith(blocks, (id) => (ids.includes(id) ? id : undefined));
  expect(shown('abcd')).toEqual(blocks);
  expect(shown('c')).toEqual([
    { kind: 'text', text: 'Stil.' },
    { kind: 'single', media: ['c'] },
    { kind: 'space' },
  ]);
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

it('is looked through in time that grows with its words alone, however long it was stored', () => {
  const text = 'a b '.repeat(1250);
  const stored = JSON.stringify({
    introduction: '',
    blocks: Array(120).fill({ kind: 'text', text }),
  });
  const from = process.threadCpuUsage();
  expect(positionsInStory({ title: '', body: stored }, 'series')).toEqual([]);
  const { user, system } = process.threadCpuUsage(from);
  expect((user + system) / 1000).toBeLessThan(4000);
});
