import { objectOf } from '@veldlicht/contract/by-name';
import { toldTexts } from '@veldlicht/contract/item-fields';
import { expect, it } from 'vitest';
import { findLeaks, namesAround, type PublicWords } from './find-leaks.ts';

/** In the block that has Hoenderloo, in the region of Apeldoorn. */
const position = '52.120000, 5.880000';
const words = (change: Partial<PublicWords>): PublicWords => {
  const none = objectOf(toldTexts, () => null);
  return { ...none, title: 'Uil', category: 'fauna', tags: [], ...change };
};
const told = (change: Partial<PublicWords>, names = ['Hoenderloo', 'Best']) =>
  findLeaks(words(change), names).map((leak) => {
    const where = leak.kind === 'text' ? leak.field : leak.kind;
    return `${where}: ${leak.word}`;
  });

it('knows the villages of the block, of the region, and the names that the owner typed', () => {
  const block = namesAround(position, 'block');
  expect(block).toContain('Hoenderloo');
  const region = namesAround(position, 'region');
  expect(region).toEqual(expect.arrayContaining(block));
  expect(region.length).toBeGreaterThan(block.length);
  expect(namesAround(position, 'hidden')).toEqual(expect.arrayContaining(region));
  // Two kilometres from a village that lies in the next region.
  expect(namesAround('52.131234, 5.860456', 'region')).toContain('Hoenderloo');
  expect(namesAround('Naardermeer, bij de hut', 'hidden')).toEqual(['Naardermeer']);
  expect(namesAround(null, 'hidden')).toEqual([]);
});

it('finds a name in every text, in tags, in the address and in what the file says', () => {
  expect(
    told({
      title: 'Uil bij HOENDERLOO',
      description: 'Achter Hoenderloo.',
      alt: 'Hoenderloo',
      category: 'hoenderloo',
      tags: ['bos', 'hoenderloo'],
      slug: 'uil-bij-hoenderloo-1234',
      rights: ['© Jip, Hoenderloo'],
    }),
  ).toEqual([
    'title: Hoenderloo',
    'description: Hoenderloo',
    'alt: Hoenderloo',
    'category: Hoenderloo',
    'tag: Hoenderloo',
    'address: Hoenderloo',
    'rights: Hoenderloo',
  ]);
});

it('finds whole names only, and ordinary words only with a capital', () => {
  expect(told({ title: 'Hoenderloos', tags: ['hoender'] })).toEqual([]);
  expect(told({ title: 'De best bewaakte uil', slug: 'best-1234' })).toEqual([]);
  expect(told({ title: 'Uil bij Best' })).toEqual(['title: Best']);
});

it('finds a day, in an address too, and not in its four digits', () => {
  expect(told({ title: 'Uil, 12 mei 2026', slug: 'uil-12-mei-2026' })).toEqual([
    'title: 12 mei',
    'address: 12 mei',
  ]);
  expect(told({ description: 'In mei 2026.', slug: 'uil-in-mei-1234' })).toEqual([]);
});
