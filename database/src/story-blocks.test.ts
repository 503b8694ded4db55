/** Bodies of before, as blocks (decision 023). */
import { expect, it } from 'vitest';
import { storyBlocks } from './story-blocks.ts';

const note = (body: string) => JSON.parse(storyBlocks('note', body));
const text = (words: string) => ({ kind: 'text', text: words });

it('keeps words and items of a note in their order, those side by side as pairs', () => {
  const body = `Vroeg *op*.

![ De\u00a0ree ](media:a-_1)

Dan dit ![](media:b) erbij.![x](media:c)
![y](media:d) ![z](media:e)`;
  expect(note(body)).toEqual([
    text('Vroeg *op*.'),
    { kind: 'single', media: ['a-_1'], captions: ['De ree'] },
    text('Dan dit'),
    { kind: 'single', media: ['b'], captions: [''] },
    text('erbij.'),
    { kind: 'pair', media: ['c', 'd'], captions: ['x', 'y'] },
    { kind: 'single', media: ['e'], captions: ['z'] },
  ]);
  expect(note(' \n')).toEqual([]);
});

it('takes brackets in a caption for words of it, and what shows no item for words', () => {
  expect(note('Voor ![De [oude] ree [2]](media:a) ![hier ![vos](media:b) na](media:c)')).toEqual([
    text('Voor'),
    { kind: 'single', media: ['a'], captions: ['De [oude] ree [2]'] },
    text('![hier'),
    { kind: 'single', media: ['b'], captions: ['vos'] },
    text('na](media:c)'),
  ]);
  for (const words of ['![a](https://elders.example/a.png)', '![a](media:)', '[a](media:x)'])
    expect(note(words)).toEqual([text(words)]);
});

it('begins a series with its introduction', () => {
  const blocks = [{ kind: 'full', media: ['a'] }, text('Stil.')];
  const series = (body: object) => JSON.parse(storyBlocks('series', JSON.stringify(body)));
  expect(series({ introduction: 'Vroeg.', blocks })).toEqual([text('Vroeg.'), ...blocks]);
  expect(series({ introduction: ' ', blocks })).toEqual(blocks);
  expect(series({})).toEqual([]);
});

it('stays quick with whatever was pasted', () => {
  const from = performance.now();
  for (const piece of ['![', '![](media:', '![a](media:b', '[', '](', '![[a]', '[a]![', '![a [b]'])
    note(piece.repeat(20_000 / piece.length));
  expect(performance.now() - from).toBeLessThan(500);
});
