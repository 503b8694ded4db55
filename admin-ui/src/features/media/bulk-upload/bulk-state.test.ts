import { MAX_BULK_FILES, MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { describe, expect, it } from 'vitest';
import { longest } from '../field-values.ts';
import { emptyState, sortChosen, whyNotReady } from './bulk-state.ts';
import { buildDraft, type Draft, editDraft } from './draft.ts';

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

describe('Upload All', () => {
  const [a, b] = ['a.jpg', 'b.jpg'].map((name) => buildDraft(file(name))) as [Draft, Draft];
  const fauna = editDraft(a, { category: 'fauna' });
  const why = (...drafts: Draft[]) => whyNotReady({ ...emptyState, drafts });

  it('waits for files, titles and the category of the first, and for a run to end', () => {
    expect(why()).toMatchObject({ why: 'noCategory' });
    expect(why(a, editDraft(b, { category: 'fauna' }))).toMatchObject({ why: 'noCategory' });
    expect(why(fauna, b)).toBeNull();
    expect(why(fauna, editDraft(b, { title: '  ' }))).toEqual({ why: 'noTitle', count: 1 });
    const running = { ...emptyState, drafts: [fauna], run: 'sending' } as const;
    expect(whyNotReady(running)).toMatchObject({ why: 'busy' });
  });
  it.each(Object.entries(longest))('waits while a %s is longer than %i characters', (name, max) => {
    expect(why(fauna, editDraft(b, { [name]: 'é'.repeat(max) }))).toBeNull();
    const tooLong = editDraft(b, { [name]: `${'é'.repeat(max)}x` });
    expect(why(fauna, tooLong)).toEqual({ why: 'tooLong', count: 1 });
  });
});
