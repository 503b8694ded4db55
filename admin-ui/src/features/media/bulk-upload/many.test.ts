import type { ItemSpecies } from '@veldlicht/contract/species';
import { expect, it } from 'vitest';
import { asSeen } from '#features/species/species-search.ts';
import type { FieldValues } from '../field-values.ts';
import { buildDraft, copyFields, type Draft, editDraft } from './draft.ts';
import {
  changeOneOfMany,
  commonValues,
  proposedKeywords,
  proposedSpecies,
  takeSpecies,
} from './many.ts';
import { chosenFile, known, species } from './testing/fake-bulk-upload.ts';

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
  const change = changeOneOfMany({ tags: ['bos'] }, { tags: ['mist'] });
  expect([exact, nest].map((one) => change(one).fields.tags)).toEqual([['ree', 'bos'], ['bos']]);
});

it('shows no position exactly by a choice for many, and copies a place with its privacy', () => {
  const change = changeOneOfMany({ locationPrivacy: 'exact' }, {});
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

const names = ({ fields }: Draft) => fields.species.map(({ dutchName }) => dutchName);
const withSpecies = (...list: ItemSpecies[]) => ({
  ...exact,
  fields: { ...exact.fields, species: list },
});

it('knows which species all show, and changes only those that were meant', () => {
  const [egel, vos] = [asSeen(species.egel), asSeen(species.vos)];
  const drafts = [withSpecies(egel, { ...vos, nest: true }), withSpecies(vos)];
  const common = commonValues(drafts);
  expect(common.species?.map(({ dutchName }) => dutchName)).toEqual(['Vos']);
  const add = changeOneOfMany({ species: [vos, asSeen(species.vlinder)] }, common);
  expect(drafts.map(add).map(names)).toEqual([
    ['Egel', 'Vos', 'Kleine vos'],
    ['Vos', 'Kleine vos'],
  ]);
  // How it was seen stays with each.
  expect(drafts.map(add)[0]?.fields.species[1]?.nest).toBe(true);
  const remove = changeOneOfMany({ species: [] }, common);
  expect(drafts.map(remove).map(names)).toEqual([['Egel'], []]);
});

it('proposes the species that titles name, and gives one to those that name it', () => {
  const drafts = ['Een vos', 'Kleine vos op een bloem', 'Vos', 'Mist'].map((title) =>
    draft('a.jpg', { title }),
  );
  const found = proposedSpecies(drafts, known);
  expect(found.map(({ species: { dutchName }, count }) => [dutchName, count])).toEqual([
    ['Vos', 2],
    ['Kleine vos', 1],
  ]);
  const taken = drafts.map((one) => takeSpecies(one, species.vos, known));
  expect(taken.map(names)).toEqual([['Vos'], [], ['Vos'], []]);
  expect(proposedSpecies(taken, known)).toHaveLength(1);
  expect(proposedSpecies(drafts, { ...known, declined: ['vos'] })).toHaveLength(1);
});
