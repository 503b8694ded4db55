import { mediaBulkUpdate } from '@veldlicht/contract/media';
import type { ItemSpecies } from '@veldlicht/contract/species';
import { expect, it } from 'vitest';
import { bulkChange, offeredTags, unchanged } from './bulk-edit-dialog.tsx';

it.each([
  [{}, null],
  // No tags chosen: the way of tagging alone changes nothing.
  [{ tagMode: 'replace' }, null],
  [{ change: { category: 'fauna', alt: undefined } }, { category: 'fauna' }],
  [{ change: { featured: false } }, { featured: false }],
  [{ tags: ['mist'] }, { addTags: ['mist'] }],
  [{ tagMode: 'remove', tags: ['mist'] }, { removeTags: ['mist'] }],
  [{ tagMode: 'replace', tags: ['mist'] }, { tags: ['mist'] }],
  [{ change: { removeSpecies: [] as string[], addSpecies: [] as ItemSpecies[] } }, null],
  [{ change: { removeSpecies: ['Bubo bubo'] as string[] } }, { removeSpecies: ['Bubo bubo'] }],
  [{ change: { alt: '', status: 'draft' } }, { alt: '', status: 'draft' }],
] as const)('makes of %o a change that the API takes: %o', (chosen, data) => {
  const change = bulkChange({ ...unchanged, ...chosen });
  expect(change).toEqual(data);
  // The server takes an empty text for none.
  const taken = data && 'alt' in data ? { ...data, alt: null } : data;
  if (change) expect(mediaBulkUpdate.parse({ ids: ['1'], data: change }).data).toEqual(taken);
});

it('offers to remove only the tags that are there, in the usual order', () => {
  const all = ['mist', 'water', 'bos'];
  const items = [{ tags: ['bos'] }, { tags: ['bos', 'mist'] }];
  expect(offeredTags('remove', all, items)).toEqual(['mist', 'bos']);
  expect(offeredTags('add', all, items)).toEqual(all);
});
