import { expect, it } from 'vitest';
import { begin, edited, historyKey, redone, undone } from './history.ts';
import {
  canJoin,
  draftOf,
  inserted,
  joined,
  moved,
  type Piece,
  removed,
  type Sequence,
  split,
  swapped,
  toggledFull,
  valuesOf,
  withText,
} from './sequence.ts';

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
  expect(split(swapped(pair, 'a'), 'a', () => 'n').slice(0, 2)).toEqual([
    { key: 'a', kind: 'single', media: ['b'] },
    { key: 'n', kind: 'single', media: ['a'] },
  ]);
  expect(toggledFull(toggledFull(pieces, 'a'), 'a')).toEqual(pieces);
});

it('sends no keys, and no text that nobody has written', () => {
  const draft = { ...draftOf(null, '2026-01-09', () => 'k'), pieces };
  const { body, status } = valuesOf(draft);
  expect(status).toBe('draft');
  expect(body.blocks).toEqual(['a', 'b', 'c'].map((id) => ({ kind: 'single', media: [id] })));
  const written = valuesOf({ ...draft, pieces: withText(pieces, 't', 'Stil.') });
  expect(written.body.blocks[2]).toEqual({ kind: 'text', text: 'Stil.' });
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
