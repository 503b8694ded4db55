import { mediaInput } from '@veldlicht/contract/media';
import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../field-values.ts';
import {
  buildDraft,
  type CopyChoice,
  copyFromFirst,
  type Draft,
  editDraft,
  fillFacts,
  fillServerFacts,
  toMediaInput,
} from './draft.ts';

const file = (name: string, type = 'image/jpeg') =>
  new File(['12345'], name, { type, lastModified: 1_700_000_000_000 });
const facts = { date: '2024-05-04', location: '52.131200, 5.860400', description: 'Vos' };
const blank = buildDraft(file('vos.jpg'));

it('takes title and type of a new draft from the file, and tells files apart', () => {
  expect(buildDraft(file('Vos.in.mist.JPG'))).toMatchObject({
    id: 'Vos.in.mist.JPG|5|1700000000000',
    fields: { title: 'Vos.in.mist', type: 'photo', category: '', tags: [] },
  });
  expect(buildDraft(file('golf.mov', 'video/quicktime')).fields.type).toBe('video');
});

describe('metadata', () => {
  it('fills what is empty and protects the place it brings', () => {
    expect(fillFacts(blank, facts).fields).toMatchObject({
      ...facts,
      locationPrivacy: 'approximate',
    });
  });
  it('leaves alone what has been typed meanwhile', () => {
    const typed = editDraft(blank, { location: 'Veluwe', date: '2020-01-01' });
    expect(fillFacts(typed, facts).fields).toMatchObject({
      location: 'Veluwe',
      locationPrivacy: 'exact',
      date: '2020-01-01',
      description: 'Vos',
    });
  });
  it('that the server read fills only what was empty when the file was sent', () => {
    expect(fillServerFacts(blank, facts, blank.fields).fields).toMatchObject(facts);
    const { fields } = fillFacts(blank, facts);
    expect(fillServerFacts(blank, facts, fields).fields).toEqual(blank.fields);
    // Emptied by hand.
    const emptied = editDraft(editDraft(blank, { date: '2020-01-01' }), { date: '' });
    expect(fillServerFacts(emptied, facts, emptied.fields).fields.date).toBe('');
  });
});

describe('the privacy of a place', () => {
  it('follows the text until it is chosen by hand, and then stays', () => {
    const draft = editDraft(blank, { location: facts.location });
    expect(draft.fields.locationPrivacy).toBe('approximate');
    const back = editDraft(draft, { location: 'Veluwe' });
    expect(back.fields.locationPrivacy).toBe('exact');
    const hidden = editDraft(back, { locationPrivacy: 'hidden' });
    expect(editDraft(hidden, { location: facts.location }).fields.locationPrivacy).toBe('hidden');
  });
  it('is "exact" for the text it was chosen for, and no other', () => {
    const placed = editDraft(blank, { location: '52.131234, 5.860456' });
    const chosen = editDraft(placed, { locationPrivacy: 'exact' });
    const after = (change: Partial<FieldValues>) =>
      editDraft(chosen, change).fields.locationPrivacy;
    expect(after({ title: 'Oehoe' })).toBe('exact');
    expect(after({ location: '51.497010, 3.472880' })).toBe('approximate');
    expect(after({ location: 'vak 12' })).toBe('hidden');
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
  });
  const partly = draft({ title: 'Das', location: 'Drenthe', tags: ['bos'] });
  const copy = (target: Draft, from: Draft, choice: CopyChoice): Draft =>
    copyFromFirst([from, target], choice)[1] ?? target;

  it('fills only what is empty', () => {
    const { title, location, tags, type } = partly.fields;
    expect(copy(partly, first, 'fill-empty').fields).toEqual({
      ...first.fields,
      ...{ title, location, tags, type },
    });
  });
  it('overwrites all but the title', () => {
    expect(copy(partly, first, 'replace-all').fields).toEqual({ ...first.fields, title: 'Das' });
    const empty = { ...blank.fields, title: 'Das' };
    expect(copy(partly, blank, 'replace-all').fields).toEqual(empty);
  });
  it.each([
    ['hidden', 'exact', 'hidden'],
    ['exact', 'approximate', 'approximate'],
  ] as const)('brings a location that is %s to one that is %s: %s', (from, to, kept) => {
    const source = draft({ location: 'Nest', locationPrivacy: from });
    const target = draft({ locationPrivacy: to });
    for (const choice of ['fill-empty', 'replace-all'] as const) {
      const result = copy(target, source, choice);
      expect(result.fields).toMatchObject({ location: 'Nest', locationPrivacy: kept });
      // Edits leave it alone.
      expect(editDraft(result, { location: 'Veluwe' }).fields.locationPrivacy).toBe(kept);
    }
  });
  it('leaves blanks of the first out when it fills', () => {
    const target = draft({ category: 'macro' });
    expect(copy(target, draft({ location: '  ' }), 'fill-empty')).toEqual(target);
  });
  it('empties a date for good: the server does not fill it again', () => {
    const emptied = copy(draft({ date: '2020-01-31' }), draft({}), 'replace-all');
    expect(fillServerFacts(emptied, facts, emptied.fields).fields.date).toBe('');
  });
  it('changes nothing when asked to, and never the first', () => {
    const drafts = [draft({ category: 'fauna', tags: ['bos'] }), draft({})];
    expect(copyFromFirst(drafts, 'as-is')).toBe(drafts);
    const [first, other] = copyFromFirst(drafts, 'replace-all');
    expect(first).toBe(drafts[0]);
    expect(other?.fields.tags).not.toBe(first?.fields.tags);
    expect(copyFromFirst([], 'replace-all')).toEqual([]);
  });
});

it('is sent in the shape that the API reads, with the type that the server saw', () => {
  const objectPath = `/media/${'a'.repeat(32)}/video.mp4`;
  const draft = {
    ...editDraft(blank, { category: 'drone', title: ' Golf ' }),
    stored: { objectPath, type: 'video' as const, at: 0 },
  };
  expect(mediaInput.parse(toMediaInput(draft))).toMatchObject({
    title: 'Golf',
    category: 'drone',
    type: 'video',
    imageUrl: objectPath,
    description: null,
    location: null,
    date: null,
    tags: [],
    featured: false,
    status: 'published',
  });
});
