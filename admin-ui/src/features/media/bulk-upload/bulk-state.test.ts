import { MAX_BULK_FILES, MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { describe, expect, it } from 'vitest';
import {
  type BulkAction,
  bulkReducer,
  draftOf,
  emptyState,
  sortChosen,
  whyNotReady,
} from './bulk-state.ts';
import { buildDraft, type Draft, type DraftFields, longest } from './draft.ts';

const file = (name: string, lastModified = 1, type = 'image/jpeg') =>
  new File(['x'], name, { type, lastModified });
const lost = (one: File): Draft => ({ ...buildDraft(one), file: null });
const many = (count: number) => Array.from({ length: count }, (_, n) => file(`${n}.jpg`));
const names = (files: readonly File[]) => files.map(({ name }) => name);

describe('chosen files', () => {
  it('are taken up to a hundred, and the rest is named', () => {
    const { added, refused } = sortChosen(many(MAX_BULK_FILES + 2), []);
    expect(added).toHaveLength(MAX_BULK_FILES);
    expect(refused).toEqual([
      { name: '100.jpg', why: 'tooManyFiles' },
      { name: '101.jpg', why: 'tooManyFiles' },
    ]);
  });
  it('of a wrong kind or too large are named with the reason, and the others go on', () => {
    const large = file('groot.jpg');
    Object.defineProperty(large, 'size', { value: MAX_FILE_BYTES + 1 });
    const pdf = file('a.pdf', 1, 'application/pdf');
    const { added, refused } = sortChosen([pdf, file('vos.jpg'), large], []);
    expect(names(added)).toEqual(['vos.jpg']);
    expect(refused).toEqual([
      { name: 'a.pdf', why: 'fileKindRefused' },
      { name: 'groot.jpg', why: 'fileTooLarge' },
    ]);
  });
  it('are taken once', () => {
    const files = ['vos.jpg', 'das.jpg', 'das.jpg'].map((name) => file(name));
    const { added, refused } = sortChosen(files, [buildDraft(file('vos.jpg'))]);
    expect(names(added)).toEqual(['das.jpg']);
    expect(refused.map(({ why }) => why)).toEqual(['alreadyChosen', 'alreadyChosen']);
  });
  it('go to the drafts that wait for them, also when the list is full', () => {
    const drafts = many(MAX_BULK_FILES).map(lost);
    const { found, added, refused } = sortChosen(many(MAX_BULK_FILES).toReversed(), drafts);
    expect([...found.keys()]).toEqual(drafts.map(({ id }) => id).toReversed());
    expect([added, refused]).toEqual([[], []]);
  });
  it.each([
    ['modified time', file('vos.jpg', 2)],
    ['name', file('das.jpg', 1)],
    ['size', new File(['xy'], 'vos.jpg', { type: 'image/jpeg', lastModified: 1 })],
  ])('are taken for another when the %s differs', (_, other) => {
    const { found, added } = sortChosen([other], [lost(file('vos.jpg', 1))]);
    expect([found.size, added]).toEqual([0, [other]]);
  });
});

const [a, b] = ['a.jpg', 'b.jpg'].map((name) => buildDraft(file(name))) as [Draft, Draft];
const both: BulkAction = { do: 'restore', drafts: [a, b] };
const after = (...actions: BulkAction[]) => actions.reduce(bulkReducer, emptyState);
const edit = (ids: string[], change: Partial<DraftFields>): BulkAction => ({
  do: 'edit',
  ids,
  change,
});

describe('Upload All', () => {
  const why = (...actions: BulkAction[]) => whyNotReady(after(both, ...actions));
  const fauna = edit([a.id], { category: 'fauna' });

  it('waits for files, titles and the category of the first, and for a run to end', () => {
    expect(whyNotReady(emptyState)).toBe('empty');
    expect(why()).toBe('noCategory');
    expect(why(edit([b.id], { category: 'fauna' }))).toBe('noCategory');
    expect(why(fauna)).toBeNull();
    expect(why(fauna, edit([b.id], { title: '  ' }))).toBe('noTitle');
    expect(why(fauna, { do: 'run', phase: 'sending' })).toBe('busy');
  });
  it.each(Object.entries(longest))('waits while a %s is longer than %i characters', (name, max) => {
    expect(why(fauna, edit([b.id], { [name]: 'é'.repeat(max) }))).toBeNull();
    expect(why(fauna, edit([b.id], { [name]: `${'é'.repeat(max)}x` }))).toBe('tooLong');
  });
});

it('changes a field of the drafts that are named; the others stay the same objects', () => {
  const state = after(both, edit([a.id], { title: 'Ree' }));
  expect(draftOf(state, a.id)?.fields.title).toBe('Ree');
  expect(draftOf(state, b.id)).toBe(b);
  const tagged = bulkReducer(state, edit([a.id, b.id], { tags: ['mist'] }));
  expect(tagged.drafts.map(({ fields }) => fields.tags)).toEqual([['mist'], ['mist']]);
});

it('puts drafts of last time before what was chosen meanwhile', () => {
  const chosen: BulkAction = { do: 'add', drafts: [b], found: new Map(), refused: [] };
  expect(after(chosen, { do: 'restore', drafts: [a] }).drafts).toEqual([a, b]);
  expect(after(chosen, both).drafts).toEqual([a, b]);
});
