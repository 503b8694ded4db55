import { locationPrivacies, stricterPrivacy } from '@veldlicht/contract/location';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyFromFirst, copyTo } from './copy-rules.ts';
import { buildDraft, type Draft, type DraftFields, editDraft, fillServerDate } from './draft.ts';

const blank = buildDraft(new File(['x'], 'x.jpg', { type: 'image/jpeg', lastModified: 1 }));
const draft = (fields: Partial<DraftFields>): Draft => ({
  ...blank,
  fields: { ...blank.fields, ...fields },
});

const text = fc.constantFrom('', '', 'Veluwe', '52.131200, 5.860400', 'nevel');
const anyDraft = fc
  .record({
    title: text,
    description: text,
    location: text,
    locationPrivacy: fc.constantFrom(...locationPrivacies),
    date: fc.constantFrom('', '2024-05-04', '2020-01-31'),
    category: fc.constantFrom('', 'fauna', 'macro'),
    tags: fc.subarray(['mist', 'bos', 'zee']),
    type: fc.constantFrom('photo' as const, 'video' as const),
  })
  .map(draft);
const copied = ['description', 'location', 'date', 'category', 'tags', 'type'] as const;
const isEmpty = (value: string | string[]) => value.length === 0;

describe('filling what is empty', () => {
  it('copies a field only where the target has none', () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, (first, target) => {
        const { fields } = copyTo(target, first, 'fill-empty');
        expect(fields.title).toBe(target.fields.title);
        for (const name of copied)
          expect(fields[name]).toEqual(
            isEmpty(target.fields[name]) ? first.fields[name] : target.fields[name],
          );
      }),
    );
  });
  it('leaves blanks of the first as they are', () => {
    const target = draft({ category: 'macro' });
    expect(copyTo(target, draft({ location: '  ' }), 'fill-empty')).toEqual(target);
  });
});

describe('copying all', () => {
  it('overwrites description, location, date, category, tags and type, and no title', () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, (first, target) => {
        const { fields } = copyTo(target, first, 'replace-all');
        expect(fields.title).toBe(target.fields.title);
        for (const name of copied) expect(fields[name]).toEqual(first.fields[name]);
      }),
    );
  });
  it('empties a date for good: the server does not fill it again', () => {
    const emptied = copyTo(draft({ date: '2020-01-31' }), draft({}), 'replace-all');
    const facts = { date: '2024-05-04', location: null, description: null };
    expect(fillServerDate(emptied, facts).fields.date).toBe('');
  });
  it('shares no list of tags with the first', () => {
    const first = draft({ tags: ['mist'] });
    expect(copyTo(draft({}), first, 'replace-all').fields.tags).not.toBe(first.fields.tags);
  });
});

describe('a copied location', () => {
  it('is never less protected than on either side, and stays so when the text is edited', () => {
    fc.assert(
      fc.property(
        anyDraft,
        anyDraft,
        fc.constantFrom('fill-empty' as const, 'replace-all' as const),
        (first, target, choice) => {
          const result = copyTo(target, first, choice);
          const kept = result.fields.locationPrivacy;
          expect(stricterPrivacy(kept, target.fields.locationPrivacy)).toBe(kept);
          const came =
            first.fields.location !== '' && result.fields.location === first.fields.location;
          if (came && (choice === 'replace-all' || target.fields.location === '')) {
            expect(stricterPrivacy(kept, first.fields.locationPrivacy)).toBe(kept);
            expect(editDraft(result, { location: 'Veluwe' }).fields.locationPrivacy).toBe(kept);
          }
        },
      ),
    );
  });
  it('takes the stricter of the two', () => {
    const first = draft({ location: 'Nest', locationPrivacy: 'hidden' });
    const target = draft({ locationPrivacy: 'exact' });
    expect(copyTo(target, first, 'fill-empty').fields.locationPrivacy).toBe('hidden');
    expect(stricterPrivacy('approximate', 'exact')).toBe('approximate');
    expect(stricterPrivacy('exact', 'hidden')).toBe('hidden');
  });
});

it('leaves everything as it is when asked to, and always the first', () => {
  const drafts = [
    draft({ category: 'fauna', tags: ['bos'] }),
    draft({}),
    draft({ date: '2020-01-31' }),
  ];
  expect(copyFromFirst(drafts, 'as-is')).toEqual(drafts);
  expect(copyFromFirst(drafts, 'replace-all')[0]).toBe(drafts[0]);
  expect(copyFromFirst(drafts, 'fill-empty').map(({ fields }) => fields.category)).toEqual([
    'fauna',
    'fauna',
    'fauna',
  ]);
  expect(copyFromFirst([], 'replace-all')).toEqual([]);
});
