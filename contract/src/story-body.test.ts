import { expect, it } from 'vitest';
import { storyInput } from './story.ts';
import {
  type Block,
  blocksWith,
  introductionOf,
  readBody,
  shownInBlocks,
  storyBody,
  wordsOfBlocks,
  writtenBody,
} from './story-body.ts';
import { positionsInStory } from './story-words.ts';
import { single, words } from './testing/blocks.ts';

const blocks: Block[] = [
  single('a'),
  words('Stil.'),
  { kind: 'pair', media: ['b', 'c'], captions: ['Vroeg', ''] },
  { kind: 'space' },
  { kind: 'full', media: ['d'] },
];

it('is stored unchanged, and lists its items in order', () => {
  expect(storyBody.parse(readBody(JSON.stringify(writtenBody.parse(blocks))))).toEqual(blocks);
  expect(shownInBlocks(blocks)).toEqual(['a', 'b', 'c', 'd']);
  expect(wordsOfBlocks(blocks)).toEqual(['Stil.', 'Vroeg', '']);
  expect([introductionOf(blocks), introductionOf(blocks.slice(1))]).toEqual(['', 'Stil.']);
  expect(storyInput.parse({ title: 'Winter', date: '2026-01-09' }).body).toEqual([]);
});

it.each([
  [{ kind: 'pair', media: ['a'] }],
  [{ kind: 'single', media: ['a', 'b'] }],
  [{ kind: 'single', media: ['a'], captions: ['b', 'c'] }],
  [{ kind: 'full', media: [] }],
  [{ kind: 'collage', media: ['a'] }],
  [{ kind: 'text', text: 'x'.repeat(20_001) }],
  [{ kind: 'space', text: 'a' }],
])('refuses %j', (wrong) => {
  expect(writtenBody.safeParse([wrong]).success).toBe(false);
});

it('limits each text and all texts together, but not those that are stored', () => {
  const of = (count: number, length: number) => Array(count).fill(words('x'.repeat(length)));
  const refused = (wrong: object) =>
    writtenBody
      .safeParse(wrong)
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(refused(of(5, 20_000))).toBeUndefined();
  expect(refused(of(2, 20_001))?.[1]).toEqual(['1.text', 'too_long?n=20000']);
  expect(refused(of(6, 20_000))).toEqual([['', 'story_too_long?n=100000']]);
  expect(refused(of(501, 1))).toEqual([['', 'too_many_blocks?n=500']]);
  expect(storyBody.safeParse(of(600, 20_001)).success).toBe(true);
});

it('removes an item with its caption, a block with its last item, and one side of a pair', () => {
  const shown = (ids: string) => blocksWith(blocks, (id) => (ids.includes(id) ? id : undefined));
  expect(shown('abcd')).toEqual(blocks);
  expect(shown('c')).toEqual([words('Stil.'), single('c', ''), { kind: 'space' }]);
  expect(shown('b')).toEqual([words('Stil.'), single('b', 'Vroeg'), { kind: 'space' }]);
});

it('holds positions in texts and captions, never in ids', () => {
  const spot = '52.131234, 5.860456';
  const found = (...more: Block[]) =>
    positionsInStory({ title: 'Winter', body: [...blocks, ...more] });
  expect(found()).toEqual([]);
  expect(found(words(`Bij ${spot}`))).toEqual([spot]);
  expect(found(single('x', spot))).toEqual([spot]);
  expect(found(words('**52.13**1234, 5.860456'))).toContain(spot);
  expect(found(single(spot))).toEqual([]);
});

it('is searched in time linear in its length', () => {
  const body = Array(120).fill(words('a b '.repeat(1250)));
  const from = process.threadCpuUsage();
  expect(positionsInStory({ title: '', body })).toEqual([]);
  const { user, system } = process.threadCpuUsage(from);
  expect((user + system) / 1000).toBeLessThan(4000);
});
