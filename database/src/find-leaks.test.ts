import { objectOf } from '@veldlicht/contract/by-name';
import { toldTexts } from '@veldlicht/contract/item-fields';
import { expect, it } from 'vitest';
import { findLeaks } from './find-leaks.ts';

const words = {
  ...objectOf(toldTexts, () => null),
  title: 'Oehoe bij Hoenderloo',
  description: 'In het eerste licht, op 13 mei',
  category: 'fauna',
  tags: ['mist', 'hoenderloo'],
  rights: ['© Jip, Hoenderloo'],
};

it('names the words that wait, of each text that nobody confirmed', () => {
  expect(findLeaks(words, () => false)).toMatchObject([
    { kind: 'text', field: 'title', word: 'Hoenderloo', tells: 'place' },
    { kind: 'text', field: 'description', word: '13 mei', tells: 'day' },
    { kind: 'tag', tag: 'hoenderloo', word: 'Hoenderloo', tells: 'place' },
    { kind: 'rights', tells: 'place' },
  ]);
  const confirmed = findLeaks(words, (text, isShared) => isShared || text === words.title);
  expect(confirmed).toMatchObject([{ kind: 'text', field: 'description' }]);
});
