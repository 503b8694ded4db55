import { mediaBulkUpdate } from '@veldlicht/contract/media';
import { describe, expect, it } from 'vitest';
import { bulkChange, offeredTags, unchanged } from './bulk-edit-dialog.tsx';

describe('a bulk change', () => {
  it('is none when nothing was chosen, whatever the way of tagging', () => {
    expect(bulkChange(unchanged)).toBeNull();
    expect(bulkChange({ ...unchanged, tagMode: 'replace' })).toBeNull();
  });
  it('holds only what was chosen', () => {
    expect(bulkChange({ ...unchanged, category: 'fauna' })).toEqual({ category: 'fauna' });
    expect(bulkChange({ ...unchanged, featured: 'no' })).toEqual({ featured: false });
    expect(bulkChange({ ...unchanged, featured: 'yes' })).toEqual({ featured: true });
  });
  it.each([
    ['add', { addTags: ['mist'] }],
    ['remove', { removeTags: ['mist'] }],
    ['replace', { tags: ['mist'] }],
  ] as const)('to %s tags is one that the API takes', (tagMode, data) => {
    const change = bulkChange({ ...unchanged, tagMode, tags: ['mist'] });
    expect(change).toEqual(data);
    expect(mediaBulkUpdate.parse({ ids: ['1'], data: change }).data).toEqual(data);
  });
});

it('offers to remove only the tags that are there, in the usual order', () => {
  const all = ['mist', 'water', 'bos'];
  const items = [{ tags: ['bos'] }, { tags: ['bos', 'mist'] }];
  expect(offeredTags('remove', all, items)).toEqual(['mist', 'bos']);
  expect(offeredTags('add', all, items)).toEqual(all);
});
