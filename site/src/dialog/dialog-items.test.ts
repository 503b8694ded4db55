import { expect, it } from 'vitest';
import type { GridItem } from '#lib/grid-item.ts';
import { dialogItems } from './dialog-items.ts';

const item = (index: number): GridItem => ({
  ...{ path: `/foto/beeld-${index}`, type: 'photo', title: `Beeld ${index}`, alt: '', place: null },
  ...{ category: '', width: 3, height: 2, duration: null, color: '#000', placeholder: null },
  hash: '',
});

it('asks for an item once and has it from then on', async () => {
  const asked: number[] = [];
  const items = dialogItems({
    count: 9,
    item: async (at) => {
      asked.push(at);
      return item(at);
    },
  });
  expect(items.at(4)).toBeNull();
  await Promise.all([items.load(4), items.load(4)]);
  await items.load(4);
  expect([items.at(4)?.title, asked]).toEqual(['Beeld 4', [4]]);
});

it('asks again after a failure', async () => {
  let fails = true;
  const items = dialogItems({
    count: 9,
    item: async (at) => {
      if (fails) throw new Error('no network');
      return item(at);
    },
  });
  await expect(items.load(2)).rejects.toThrow('no network');
  fails = false;
  expect((await items.load(2)).title).toBe('Beeld 2');
});
