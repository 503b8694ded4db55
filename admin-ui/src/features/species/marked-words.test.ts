import { expect, it } from 'vitest';
import { partsOf } from './marked-words.ts';

const marked = (text: string, ...words: string[]) =>
  partsOf(
    text,
    words.map((word) => ({ word, tells: 'place' })),
  ).map(({ words: part, isMarked }) => (isMarked ? `[${part}]` : part));

it('splits a text at its marked words without losing any of it', () => {
  expect(marked('Uil bij Ede, op 13 mei', 'Ede', '13 mei')).toEqual([
    'Uil bij ',
    '[Ede]',
    ', op ',
    '[13 mei]',
  ]);
  expect(marked('naardermeer', 'Naardermeer')).toEqual(['[naardermeer]']);
  expect(marked('Ede en Ede', 'Ede', 'Ede')).toEqual(['[Ede]', ' en ', '[Ede]']);
  expect(marked('Nacht t', 't')).toEqual(['Nacht ', '[t]']);
  expect(marked('Uil', 'elders')).toEqual(['Uil']);
  expect(marked('İde bij Ede', 'Ede')).toEqual(['İde bij ', '[Ede]']);
});
