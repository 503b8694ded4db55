import { MAX_BULK_FILES, MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortChosen } from './chosen-files.ts';
import { buildDraft, type Draft } from './draft.ts';

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
    const full = many(MAX_BULK_FILES).map(buildDraft);
    expect(sortChosen([file('nog.jpg')], full).refused).toEqual([
      { name: 'nog.jpg', why: 'tooManyFiles' },
    ]);
  });
  it('of a wrong kind or too large are named with the reason, and the others go on', () => {
    const large = file('groot.jpg');
    Object.defineProperty(large, 'size', { value: MAX_FILE_BYTES + 1 });
    const { added, refused } = sortChosen(
      [file('a.pdf', 1, 'application/pdf'), file('vos.jpg'), large],
      [],
    );
    expect(names(added)).toEqual(['vos.jpg']);
    expect(refused).toEqual([
      { name: 'a.pdf', why: 'fileKindRefused' },
      { name: 'groot.jpg', why: 'fileTooLarge' },
    ]);
  });
  it('are taken once', () => {
    const { added, refused } = sortChosen(
      [file('vos.jpg'), file('das.jpg'), file('das.jpg')],
      [buildDraft(file('vos.jpg'))],
    );
    expect(names(added)).toEqual(['das.jpg']);
    expect(refused.map(({ why }) => why)).toEqual(['alreadyChosen', 'alreadyChosen']);
  });
});

describe('files that drafts wait for', () => {
  it('find their drafts, also when the list is full', () => {
    const drafts = many(MAX_BULK_FILES).map(lost);
    const { found, added, refused } = sortChosen(many(MAX_BULK_FILES).toReversed(), drafts);
    expect(found.map(({ id }) => id)).toEqual(drafts.map(({ id }) => id).toReversed());
    expect([added, refused]).toEqual([[], []]);
  });
  it('are taken for another when name, size or modified time differs', () => {
    const waiting = [lost(file('vos.jpg', 1))];
    for (const other of [
      file('vos.jpg', 2),
      file('das.jpg', 1),
      new File(['xy'], 'vos.jpg', { type: 'image/jpeg', lastModified: 1 }),
    ]) {
      const { found, added } = sortChosen([other], waiting);
      expect([found, added]).toEqual([[], [other]]);
    }
  });
  it('are given out once', () => {
    const { found, refused } = sortChosen(
      [file('vos.jpg', 1), file('vos.jpg', 1)],
      [lost(file('vos.jpg', 1))],
    );
    expect(found).toHaveLength(1);
    expect(refused).toEqual([{ name: 'vos.jpg', why: 'alreadyChosen' }]);
  });
});

it('loses no file: each is added, found or refused, and never more than a hundred drafts stand', () => {
  const anyFile = fc
    .record({
      name: fc.constantFrom('a.jpg', 'b.jpg', 'c.pdf', 'd.mov'),
      modified: fc.nat(3),
      type: fc.constantFrom('image/jpeg', 'application/pdf', 'video/quicktime'),
    })
    .map(({ name, modified, type }) => file(name, modified, type));
  fc.assert(
    fc.property(fc.array(anyFile), fc.array(anyFile), (before, files) => {
      const drafts = sortChosen(before, []).added.map((one, n) =>
        n % 2 ? lost(one) : buildDraft(one),
      );
      const { added, found, refused } = sortChosen(files, drafts);
      expect(added.length + found.length + refused.length).toBe(files.length);
      const ids = [...drafts.map(({ id }) => id), ...added.map((one) => buildDraft(one).id)];
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    }),
  );
});
