import { expect, it } from 'vitest';
import type { FieldValues } from '../field-values.ts';
import { buildDraft, copyFields, editDraft } from './draft.ts';
import { changeOneOfMany, commonValues, proposedKeywords } from './many.ts';
import { chosenFile } from './testing/fake-bulk-upload.ts';

const draft = (name: string, fields: Partial<FieldValues> = {}) =>
  editDraft(buildDraft(chosenFile(name)), fields);
const exact = draft('a.jpg', { category: 'fauna', tags: ['mist', 'ree'], location: 'Veluwe' });
const nest = draft('b.jpg', { category: 'fauna', tags: ['mist'], location: '52.1312, 5.8604' });

it('knows what many have in common, and where they differ', () => {
  expect(commonValues([exact, nest])).toMatchObject({
    category: 'fauna',
    tags: ['mist'],
    location: undefined,
    date: '',
  });
});

it('changes of the tags only those that were meant', () => {
  const change = changeOneOfMany({ tags: ['bos'] }, ['mist']);
  expect([exact, nest].map((one) => change(one).fields.tags)).toEqual([['ree', 'bos'], ['bos']]);
});

it('shows no position exactly by a choice for many, and copies a place with its privacy', () => {
  const change = changeOneOfMany({ locationPrivacy: 'exact' }, []);
  const privacy = [exact, nest].map((one) => change(one).fields.locationPrivacy);
  expect(privacy).toEqual(['exact', 'approximate']);
  const copy = copyFields(exact, nest, ['location']);
  expect(copy.fields).toMatchObject({
    location: nest.fields.location,
    locationPrivacy: 'approximate',
  });
});

it('proposes the keywords of all files, each once and where it was', () => {
  const noted = (...keywords: string[]) => ({ ...exact, notes: { keywords, cut: [] } });
  expect(proposedKeywords([noted('Ree'), noted('Mist', 'ree'), noted('mist', 'REE')])).toEqual([
    'Ree',
    'Mist',
  ]);
});
