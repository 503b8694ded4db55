import { expect, it } from 'vitest';
import {
  blocksOf,
  canJoin,
  cut,
  inserted,
  isWritten,
  joined,
  moved,
  type Piece,
  removed,
  type Sequence,
  split,
  swapped,
  toggledFull,
  withCaption,
  withText,
} from './pieces.ts';
import { begin, edited, historyKey, redone, undone } from './undo.ts';

const one = (key: string): Piece => ({ key, kind: 'single', media: [key] });
const pieces: Sequence = [one('a'), one('b'), { key: 't', kind: 'text', text: '' }, one('c')];
const keys = (list: Sequence) => list.map(({ key }) => key).join('');

it('moves, inserts and removes pieces', () => {
  expect(keys(moved(pieces, 'c', 0))).toBe('cabt');
  expect(moved(pieces, 'a', -1)).toBe(pieces);
  expect(keys(inserted(pieces, 'a', [one('x'), one('y')]))).toBe('axybtc');
  expect(keys(inserted(pieces, null, [one('x')]))).toBe('abtcx');
  expect(keys(removed(pieces, 'b'))).toBe('atc');
});

it('puts neighbours side by side, changes their sides and takes them apart', () => {
  expect([0, 1, 2, 3].map((place) => canJoin(pieces, place))).toEqual([true, false, false, false]);
  const pair = joined(toggledFull(pieces, 'b'), 'a');
  expect(pair[0]).toEqual({ key: 'a', kind: 'pair', media: ['a', 'b'] });
  expect(swapped(pair, 'a')[0]).toMatchObject({ media: ['b', 'a'] });
  expect(joined(pieces, 'b')).toBe(pieces);
  expect(split(swapped(pair, 'a'), 'a').slice(0, 2)).toEqual([
    { key: 'a', kind: 'single', media: ['b'] },
    { key: expect.any(String), kind: 'single', media: ['a'] },
  ]);
  expect(toggledFull(toggledFull(pieces, 'a'), 'a')).toEqual(pieces);
});

it('keeps a caption with its picture, whatever becomes of its piece', () => {
  const told = withCaption(pieces, 'b', 0, 'Vroeg');
  const pair = swapped(joined(told, 'a'), 'a');
  expect(pair[0]).toMatchObject({ media: ['b', 'a'], captions: ['Vroeg', ''] });
  expect(split(withCaption(pair, 'a', 1, 'Laat'), 'a').slice(0, 2)).toMatchObject([
    { media: ['b'], captions: ['Vroeg'] },
    { media: ['a'], captions: ['Laat'] },
  ]);
});

it('cuts a text in two at a place in it', () => {
  const written = withText(pieces, 't', 'Eerst.\n\nDan.');
  expect(blocksOf(cut(written, 't', 7)).slice(2, 4)).toEqual([
    { kind: 'text', text: 'Eerst.' },
    { kind: 'text', text: 'Dan.' },
  ]);
});

it('sends no keys, and no text that nobody has written', () => {
  expect(blocksOf(pieces).filter(isWritten)).toEqual(
    ['a', 'b', 'c'].map((id) => ({ kind: 'single', media: [id] })),
  );
});

it('takes edits back and makes them again, those of one field as one', () => {
  const typed = edited(edited(edited(begin(''), 'a', 'title'), 'ab', 'title'), 'ab.', 'text');
  expect(undone(typed).now).toBe('ab');
  expect(undone(undone(typed)).now).toBe('');
  expect(undone(undone(undone(typed))).now).toBe('');
  expect(redone(redone(undone(undone(typed)))).now).toBe('ab.');
  expect(redone(edited(undone(typed), 'x')).now).toBe('x');
  // What is typed after an undo is an edit of its own.
  const again = edited(undone(typed), 'abc', 'title');
  expect(undone(again).now).toBe('ab');
});

it.each([
  ['z', false, 'undo'],
  ['Z', true, 'redo'],
  ['y', false, 'redo'],
  ['a', false, null],
] as const)('Ctrl and %s', (key, shiftKey, expected) => {
  expect(historyKey({ key, shiftKey, ctrlKey: true, metaKey: false })).toBe(expected);
  expect(historyKey({ key, shiftKey, ctrlKey: false, metaKey: false })).toBe(null);
});
