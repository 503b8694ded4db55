import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterShown, plainWords, positionsInStory, shownAs, shownIn, storyParts } from './story.ts';

it('reads words and items in their order', () => {
  const body = `Vroeg *op*.\n\n${shownAs('a-_1', ' De\u00a0ree ')}\n\nDan dit ${shownAs('b')} erbij.${shownAs('a-_1')}`;
  expect(storyParts(body)).toEqual([
    { text: 'Vroeg *op*.' },
    { media: 'a-_1', caption: 'De ree' },
    { text: 'Dan dit' },
    { media: 'b', caption: '' },
    { text: 'erbij.' },
    { media: 'a-_1', caption: '' },
  ]);
  expect(shownIn(body)).toEqual(['a-_1', 'b']);
});

it('takes brackets in a caption for words of it', () => {
  const body = `Voor ![De [oude] ree [2]](media:a) ![hier ${shownAs('b', 'vos')} na](media:c)`;
  expect(storyParts(body)).toEqual([
    { text: 'Voor' },
    { media: 'a', caption: 'De [oude] ree [2]' },
    { text: '![hier' },
    { media: 'b', caption: 'vos' },
    { text: 'na](media:c)' },
  ]);
  expect([5, 6, 33, 34, 35].map((place) => afterShown(body, place))).toEqual([5, 34, 34, 34, 35]);
});

it.each(['![a](https://elders.example/a.png)', '![a](media:)', '![a](media:x y)', '[a](media:x)'])(
  'takes %j for words',
  (text) => expect(storyParts(text)).toEqual([{ text }]),
);

it('stays quick with whatever is pasted', () => {
  const from = performance.now();
  for (const piece of ['![', '![](media:', '![a](media:b', '[', '](', '![[a]', '[a]![', '![a [b]'])
    storyParts(piece.repeat(20_000 / piece.length));
  expect(performance.now() - from).toBeLessThan(500);
});

it('knows what visitors read of Markdown', () => {
  const text = '# Een *ree*\n\nBij [het **ven**](/kaart) & `<b>`\n\n- een\n- twee';
  expect(plainWords(text).split(/\s+/).join(' ')).toBe('Een ree Bij het ven & <b> een twee');
});

it('finds a position in title, words, captions and links, and nothing in what is none', () => {
  const spot = '52.131234, 5.860456';
  const plain = { title: 'Vorst', body: '' };
  expect(positionsInStory({ ...plain, title: `Nest ${spot}` })).toEqual([spot]);
  for (const body of [
    spot,
    shownAs('x', spot),
    `52.131234,${shownAs('x')}5.860456`,
    '[hier](https://www.google.com/maps/@52.131234,5.860456,15z)',
    // Each part is parsed by itself on the page: code that is not closed ends with it.
    `\`\`\`\n\n${shownAs('x')}\n\n52.13**12**34, 5.86*04*56`,
  ])
    expect(positionsInStory({ ...plain, body }), body).not.toEqual([]);
  const body = `Op 12 november 2025 om 7.30, f/5,6 en 1/500.\n\n${shownAs('aB3-52_1312345678')}`;
  expect(positionsInStory({ ...plain, body })).toEqual([]);
});

it('finds a position through every mark that visitors do not see', () => {
  const marks: ((text: string) => string)[] = [
    (text) => text.replace('.', '\\.'),
    (text) => text.replace('.', '&#46;'),
    (text) => text.replace('.', '&period;'),
    (text) => text.replace('31', '3**1**'),
    (text) => text.replace('3', '*3*'),
    (text) => `[${text.slice(0, 4)}](/a)${text.slice(4)}`,
    (text) => text.replace(', ', ',  \n'),
  ];
  const digits = fc.integer({ min: 100_000, max: 999_999 });
  fc.assert(
    fc.property(digits, digits, fc.subarray(marks, { minLength: 1 }), (lat, lon, some) => {
      const spot = `52.${lat}, 5.${lon}`;
      const body = some.reduce((text, mark) => mark(text), spot);
      expect(positionsInStory({ title: 'Vorst', body: `Hier: ${body}.` }), body).not.toEqual([]);
    }),
  );
});
