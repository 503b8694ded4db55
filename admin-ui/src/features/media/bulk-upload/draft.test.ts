import { itemFields, typedFields } from '@veldlicht/contract/item-fields';
import { MAX_BULK_FILES } from '@veldlicht/contract/limits';
import { mediaInput } from '@veldlicht/contract/media';
import { describe, expect, it } from 'vitest';
import { asSeen } from '#features/species/species-search.ts';
import type { FieldValues } from '../field-values.ts';
import {
  addFiles,
  addTag,
  buildDraft,
  type CopyChoice,
  copyFields,
  copyFromFirst,
  type Draft,
  editDraft,
  emptyState,
  toMediaInput,
  whyNotReady,
} from './draft.ts';
import { species } from './testing/fake-bulk-upload.ts';

const type = 'image/jpeg';
const file = (name: string, lastModified = 1) => new File(['12345'], name, { type, lastModified });
const video = new File(['x'], 'golf.mov', { type: 'video/quicktime' });
const position = '52.131200, 5.860400';
const blank = buildDraft(file('vos.jpg'));

it('takes title and type of a new draft from the file, and tells files apart', () => {
  expect(buildDraft(file('Vos.in.mist.JPG'))).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    size: 5,
    modified: 1,
    fields: { title: 'Vos.in.mist', type: 'photo', category: '', tags: [] },
  });
  expect(buildDraft(video).fields.type).toBe('video');
});

it('remembers what somebody chose, by hand or for many, so that the file leaves it alone', () => {
  const typed = editDraft(editDraft(blank, { date: '2020-01-01' }), { date: '' });
  expect(typed.edited).toEqual(['date']);
  // The same list: a letter sends no more than its text.
  expect(editDraft(typed, { date: '2021-01-01' }).edited).toBe(typed.edited);
  expect(editDraft(blank, { species: [] }).edited).toEqual(['species']);
  expect(copyFields(blank, typed, ['tags', 'location']).edited).toEqual(['tags', 'location']);
});

it('has a keyword that became a tag chosen where the file has it, and proposes it no more', () => {
  const noted = { ...blank, notes: { keywords: ['Heide'], cut: [] } };
  const tagged = addTag(editDraft(noted, { tags: ['mist'] }), 'heide');
  expect(tagged.fields.tags).toEqual(['mist', 'heide']);
  expect(tagged.notes.keywords).toEqual([]);
  expect(addTag(blank, 'heide')).toBe(blank);
});

describe('the privacy of a place', () => {
  const privacyAfter = (...changes: Array<Partial<FieldValues>>) =>
    changes.reduce(editDraft, blank).fields.locationPrivacy;

  it('gets no less strict by a place that is typed or pasted over another', () => {
    expect(privacyAfter({ location: position }, { location: 'Veluwe' })).toBe('approximate');
    const cleared = [{ location: position }, { location: '' }, { location: 'Veluwe' }];
    expect(privacyAfter(...cleared)).toBe('exact');
  });
  it('follows the text until it is chosen by hand, and then stays', () => {
    const location = position;
    expect(privacyAfter({ location })).toBe('approximate');
    expect(privacyAfter({ locationPrivacy: 'hidden' }, { location })).toBe('hidden');
  });
  it.each<[Partial<FieldValues>, string]>([
    [{ title: 'Oehoe' }, 'exact'],
    [{ location: '51.497010, 3.472880' }, 'approximate'],
    [{ location: 'vak 12' }, 'hidden'],
  ])('is "exact" for the text it was chosen for, and no other: %o', (change, privacy) => {
    const chosen = [{ location: position }, { locationPrivacy: 'exact' }] as const;
    expect(privacyAfter(...chosen, change)).toBe(privacy);
  });
});

describe('copying from the first', () => {
  const draft = (fields: Partial<FieldValues>): Draft => ({
    ...blank,
    fields: { ...blank.fields, ...fields },
  });
  const first = draft({
    title: 'Vos',
    description: 'In de mist',
    location: 'Veluwe',
    date: '2024-05-04',
    category: 'fauna',
    tags: ['mist'],
    type: 'video',
    species: [asSeen(species.vos)],
  });
  const partly = draft({ title: 'Das', location: 'Drenthe', tags: ['bos'] });
  const copy = (target: Draft, from: Draft, choice: CopyChoice): Draft =>
    copyFromFirst([from, target], choice)[1] ?? target;

  it('fills only what is empty', () => {
    const { title, location, tags, type } = partly.fields;
    const filled = copy(partly, first, 'fill-empty').fields;
    expect(filled).toEqual({ ...first.fields, title, location, tags, type, species: [] });
    const target = draft({ category: 'macro' });
    expect(copy(target, draft({ location: '  ' }), 'fill-empty')).toEqual(target);
  });
  it('overwrites all but title and species, also by nothing', () => {
    const { title, species: none } = partly.fields;
    const copied = copy(partly, first, 'replace-all').fields;
    expect(copied).toEqual({ ...first.fields, title, species: none });
    const emptied = copy(draft({ ...first.fields, title }), blank, 'replace-all');
    expect(emptied.fields).toEqual({ ...blank.fields, title, species: first.fields.species });
    // For good: the file does not fill the date again.
    expect(emptied.edited).toContain('date');
  });
  it.each([
    ['hidden', 'exact', 'hidden'],
    ['exact', 'approximate', 'approximate'],
  ] as const)('brings a location that is %s to one that is %s: %s', (from, to, kept) => {
    const source = draft({ location: 'Nest', locationPrivacy: from });
    for (const choice of ['fill-empty', 'replace-all'] as const) {
      const result = copy(draft({ locationPrivacy: to }), source, choice);
      expect(result.fields).toMatchObject({ location: 'Nest', locationPrivacy: kept });
      // Edits leave it alone.
      expect(editDraft(result, { location: 'Veluwe' }).fields.locationPrivacy).toBe(kept);
    }
  });
  it('changes nothing when asked to, and never the first', () => {
    const drafts = [first, partly];
    expect(copyFromFirst(drafts, 'as-is')).toBe(drafts);
    const [same, other] = copyFromFirst(drafts, 'replace-all');
    expect(same).toBe(first);
    expect(other?.fields.tags).not.toBe(first.fields.tags);
    expect(copyFromFirst([], 'replace-all')).toEqual([]);
  });
});

it('is sent in the shape that the API reads, with the type that the server saw', () => {
  const objectPath = `/media/${'a'.repeat(32)}/video.mp4`;
  const stored = { objectPath, type: 'video' as const };
  const named = { category: 'drone', title: ' Golf ', species: [asSeen(species.egel)] };
  const draft = { ...editDraft(blank, named), stored };
  expect(mediaInput.parse(toMediaInput(draft))).toMatchObject({
    title: 'Golf',
    category: 'drone',
    type: 'video',
    imageUrl: objectPath,
    description: null,
    location: null,
    date: null,
    tags: [],
    originalName: draft.name,
    species: [{ scientificName: 'Erinaceus europaeus', nest: false }],
    featured: false,
    status: 'published',
  });
});

describe('chosen files', () => {
  const many = Array.from({ length: MAX_BULK_FILES + 1 }, (_, n) => file(`${n}.jpg`));
  const waiting = (one: File): Draft => ({ ...buildDraft(one), file: null });

  it('are taken up to a hundred, and the rest is named', () => {
    const { drafts, refused } = addFiles([], many);
    expect(drafts).toHaveLength(MAX_BULK_FILES);
    expect(refused).toEqual([{ name: '100.jpg', why: 'tooManyFiles' }]);
  });
  it('are taken once, and named with the reason when they cannot be', () => {
    const pdf = new File(['x'], 'a.pdf', { type: 'application/pdf' });
    const files = [pdf, ...['vos.jpg', 'das.jpg', 'das.jpg'].map((name) => file(name))];
    const { drafts, taken, refused, known } = addFiles([blank], files);
    expect(drafts.map(({ name }) => name)).toEqual(['vos.jpg', 'das.jpg']);
    expect(taken).toEqual(drafts.slice(1));
    expect(refused).toEqual([{ name: 'a.pdf', why: 'fileKindRefused' }]);
    expect(known).toBe(2);
  });
  it('go to the drafts that wait for them, also when the list is full', () => {
    const full = many.slice(1);
    const { drafts, refused } = addFiles(full.map(waiting), full.toReversed());
    expect(drafts.every((draft) => draft.file?.name === draft.name)).toBe(true);
    expect([drafts.length, refused]).toEqual([MAX_BULK_FILES, []]);
  });
  it.each([
    ['modified time', file('vos.jpg', 2)],
    ['name', file('das.jpg')],
    ['size', new File(['xy'], 'vos.jpg', { type, lastModified: 1 })],
  ])('are taken for another when the %s differs', (_, other) => {
    expect(addFiles([waiting(file('vos.jpg'))], [other]).drafts).toHaveLength(2);
  });
});

describe('Upload All', () => {
  const fauna = editDraft(blank, { category: 'fauna' });
  const why = (...drafts: Draft[]) => whyNotReady({ ...emptyState, drafts });

  it('waits for files, titles and the category of the first, and for a run to end', () => {
    expect(why()).toMatchObject({ why: 'noCategory' });
    expect(why(blank, fauna)).toMatchObject({ why: 'noCategory' });
    expect(why(fauna, blank)).toBeNull();
    expect(why(fauna, editDraft(blank, { title: '  ' }))).toEqual({ why: 'noTitle', count: 1 });
    const running = { ...emptyState, drafts: [fauna], run: 'sending' } as const;
    expect(whyNotReady(running)).toMatchObject({ why: 'busy' });
  });
  const longest = typedFields.flatMap((name) => {
    const max = itemFields[name].longest;
    return max === null ? [] : [[name, max] as const];
  });
  it.each(longest)('waits while a %s is longer than %i characters', (name, max) => {
    const ofLength = (length: number) => editDraft(blank, { [name]: 'é'.repeat(length) });
    expect(why(fauna, ofLength(max))).toBeNull();
    expect(why(fauna, ofLength(max + 1))).toEqual({ why: 'tooLong', count: 1 });
  });
});
