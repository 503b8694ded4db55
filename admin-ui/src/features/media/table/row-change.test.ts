import { blankFields } from '@veldlicht/contract/draft';
import { describe, expect, it } from 'vitest';
import { asSeen } from '#features/species/species-search.ts';
import { aSpecies } from '#testing/builders.ts';
import type { FieldValues } from '../field-values.ts';
import { filledFrom, forMany, listsAfter, undoable, withoutExactPlaces } from './row-change.ts';

const egel = asSeen(aSpecies('Erinaceus europaeus', 'Egel'));
const vos = asSeen(aSpecies('Vulpes vulpes', 'Vos'));
const SPOT = '52.131200, 5.860400';
const row = (id: string, fields: Partial<FieldValues> = {}) => ({
  id,
  fields: { ...blankFields, ...fields },
});

describe('a change of one row for many', () => {
  it('is of tags and species what came and what went there', () => {
    const { fields } = row('a', { tags: ['mist', 'ree'], species: [egel] });
    const change = { tags: ['ree', 'bos'], species: [vos], category: 'fauna' };
    expect(forMany(fields, change)).toEqual({
      category: 'fauna',
      addTags: ['bos'],
      removeTags: ['mist'],
      addSpecies: [vos],
      removeSpecies: ['Erinaceus europaeus'],
    });
    expect(forMany(fields, { tags: fields.tags })).toEqual({});
  });

  it('leaves other tags, and how a species was seen, as they are', () => {
    const seen = { ...vos, nest: true };
    const { fields } = row('a', { tags: ['water'], species: [seen, egel] });
    const change = {
      addTags: ['bos', 'water'],
      addSpecies: [vos],
      removeSpecies: [egel.scientificName],
    };
    expect(listsAfter(fields, change)).toEqual({ tags: ['water', 'bos'], species: [seen] });
  });

  it('shows no position exactly, and does all else', () => {
    const rows = [row('words', { location: 'Veluwe' }), row('spot', { location: SPOT })];
    const fieldsOf = (id: string) => rows.find((one) => one.id === id)?.fields;
    const change = { locationPrivacy: 'exact', category: 'fauna' } as const;
    const ids = ['words', 'spot'];
    expect(withoutExactPlaces([{ ids, change }], fieldsOf)).toEqual({
      kept: 1,
      edits: [
        { ids: ['words'], change },
        { ids: ['spot'], change: { category: 'fauna' } },
      ],
    });
    const moved = [{ ids, change: { locationPrivacy: 'exact', location: SPOT } as const }];
    const { edits, kept } = withoutExactPlaces(moved, fieldsOf);
    expect([edits, kept]).toEqual([[{ ids, change: { location: SPOT } }], 2]);
  });
});

it('fills a place with what may be known of it, the stricter of the two', () => {
  const source = row('a', { location: SPOT, locationPrivacy: 'approximate' }).fields;
  const targets = [row('b'), row('c', { locationPrivacy: 'hidden' }), row('d')];
  expect(filledFrom(source, targets, 'location')).toEqual([
    { ids: ['b', 'd'], change: { location: SPOT, locationPrivacy: 'approximate' } },
    { ids: ['c'], change: { location: SPOT, locationPrivacy: 'hidden' } },
  ]);
});

it('takes back the last change first, each once, also by its notice, and none that was refused', async () => {
  const taken: string[] = [];
  const rows = undoable({
    change: ([edit]) => ({
      takeBack: () => taken.push(edit?.ids[0] ?? ''),
      isDone: Promise.resolve(edit?.ids[0] !== 'refused'),
    }),
  });
  const change = (id: string) => rows.change([{ ids: [id], change: {} }]);
  change('a');
  const second = change('b');
  rows.remember(() => taken.push('order'));
  await change('refused').isDone;
  rows.undo();
  second.takeBack();
  second.takeBack();
  rows.undo();
  rows.undo();
  expect(taken).toEqual(['order', 'b', 'a']);
});
