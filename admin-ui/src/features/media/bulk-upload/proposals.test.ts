import { expect, it } from 'vitest';
import type { FieldValues } from '../field-values.ts';
import { buildDraft, type Draft, editDraft } from './draft.ts';
import { proposedKeywords, proposedSpecies, takeSpecies } from './proposals.ts';
import { chosenFile, known, species } from './testing/fake-bulk-upload.ts';

const draft = (name: string, fields: Partial<FieldValues> = {}) =>
  editDraft(buildDraft(chosenFile(name)), fields);
const plain = draft('a.jpg');

it('proposes the keywords of all files, each once and where it was', () => {
  const noted = (...keywords: string[]) => ({ ...plain, notes: { keywords, cut: [] } });
  expect(proposedKeywords([noted('Ree'), noted('Mist', 'ree'), noted('mist', 'REE')])).toEqual([
    'Ree',
    'Mist',
  ]);
});

const names = ({ fields }: Draft) => fields.species.map(({ dutchName }) => dutchName);
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
