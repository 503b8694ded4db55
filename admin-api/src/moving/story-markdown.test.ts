import type { MovedFacts } from '@veldlicht/contract/moving';
import type { Block } from '@veldlicht/contract/story-body';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readNote, writeNote } from './story-markdown.ts';

const facts: MovedFacts = {
  source: 'veldlicht',
  sourceId: 'n1',
  title: 'Mist: "boven" het veen',
  date: '2026-05-04',
  slug: 'mist-1234',
  visibility: 'public',
  publishFrom: null,
  publishUntil: null,
  cover: null,
  oldAddresses: [],
};

it('writes a note that people can read', () => {
  const blocks: Block[] = [
    { kind: 'text', text: 'Het was **stil**.\n\nEn koud.' },
    { kind: 'full', media: ['2026/Ree (2).jpg'] },
    { kind: 'pair', media: ['2026/a.jpg', '2026/b.jpg'], captions: ['Links [1]', ''] },
    { kind: 'space' },
  ];
  expect(writeNote(facts, blocks).split('\n').slice(11)).toEqual([
    '---',
    '',
    'Het was **stil**.',
    '',
    'En koud.',
    '',
    '![](../2026/Ree%20%282%29.jpg "full")',
    '',
    '![Links \\[1\\]](../2026/a.jpg) ![](../2026/b.jpg)',
    '',
    '***',
    '',
  ]);
});

const line = fc.oneof(
  fc.constantFrom(
    '',
    '***',
    '\\***',
    '---',
    '<!-- -->',
    '![a](b)',
    '\\![',
    '![x](y.jpg "full")',
    ' ',
  ),
  fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, '')),
);
const text = fc
  .array(line, { minLength: 1, maxLength: 5 })
  .map((lines): Block => ({ kind: 'text', text: lines.join('\n') }));
const file = fc.constantFrom('2026/IMG_1.jpg', '2026/Één (#3)? %41 ree.jpg', 'undated/a b.heic');
const caption = fc.constantFrom('', 'Ree', '[x] \\ ](y) "full"', '\\');
const picture = fc.oneof(
  fc.record({
    kind: fc.constantFrom('single' as const, 'full' as const),
    media: fc.tuple(file),
    captions: fc.tuple(caption),
  }),
  fc.record({
    kind: fc.constant('pair' as const),
    media: fc.tuple(file, file),
    captions: fc.tuple(caption, caption),
  }),
);
const blocks = fc.array(fc.oneof(text, picture, fc.constant<Block>({ kind: 'space' })));

it('reads any blocks that it wrote', () => {
  fc.assert(
    fc.property(blocks, (written) => {
      const read = readNote(writeNote(facts, written));
      expect(read).toEqual({ facts, blocks: written });
    }),
    { numRuns: 2000 },
  );
});

it('reads a file with a BOM and CRLF, as editors on Windows save it', () => {
  const saved = `\ufeff${writeNote(facts, [{ kind: 'text', text: 'Stil.\n\nKoud.' }])}`;
  expect(readNote(saved.replaceAll('\n', '\r\n')).blocks).toEqual([
    { kind: 'text', text: 'Stil.\n\nKoud.' },
  ]);
});

it.each([
  ['Zomaar tekst', 'import_note_head'],
  ['---\ntitle Ree\n---\n\nTekst', 'import_note_fact'],
])('says why %j is no note', (saved, why) => {
  expect(() => readNote(saved)).toThrow(why);
});
