import { mediaInput } from '@veldlicht/contract/media';
import { describe, expect, it } from 'vitest';
import { buildDraft, editDraft, fillFacts, fillServerDate, toMediaInput } from './draft.ts';

const file = (name: string, type = 'image/jpeg') =>
  new File(['12345'], name, { type, lastModified: 1_700_000_000_000 });
const facts = { date: '2024-05-04', location: '52.131200, 5.860400', description: 'Vos' };

describe('a new draft', () => {
  it('takes its title from the file name and its type from the MIME type', () => {
    expect(buildDraft(file('Vos.in.mist.JPG')).fields).toMatchObject({
      title: 'Vos.in.mist',
      type: 'photo',
      category: '',
      tags: [],
    });
    expect(buildDraft(file('golf.mov', 'video/quicktime')).fields.type).toBe('video');
  });
  it('is the same for the same name, size and modified time', () => {
    expect(buildDraft(file('vos.jpg')).id).toBe('vos.jpg|5|1700000000000');
  });
});

describe('metadata', () => {
  it('fills what is empty and protects the place it brings', () => {
    const { fields } = fillFacts(buildDraft(file('vos.jpg')), facts);
    expect(fields).toMatchObject({ ...facts, locationPrivacy: 'approximate' });
  });
  it('leaves alone what has been typed meanwhile', () => {
    const typed = editDraft(buildDraft(file('vos.jpg')), {
      location: 'Veluwe',
      date: '2020-01-01',
    });
    expect(fillFacts(typed, facts).fields).toMatchObject({
      location: 'Veluwe',
      locationPrivacy: 'exact',
      date: '2020-01-01',
      description: 'Vos',
    });
  });
});

describe('what only the server could read', () => {
  const avif = buildDraft(file('reiger.avif', 'image/avif'));
  it('fills the date that is still open, and never the place', () => {
    expect(fillServerDate(avif, facts).fields).toEqual({ ...avif.fields, date: facts.date });
  });
  it('leaves alone a date that was typed, also one that was emptied by hand', () => {
    const typed = editDraft(avif, { date: '2020-01-01' });
    expect(fillServerDate(typed, facts)).toBe(typed);
    const emptied = editDraft(typed, { date: '' });
    expect(fillServerDate(emptied, facts)).toBe(emptied);
  });
});

describe('the privacy of a place', () => {
  it('follows the text until it is chosen by hand, and then stays', () => {
    const draft = editDraft(buildDraft(file('vos.jpg')), { location: facts.location });
    expect(draft.fields.locationPrivacy).toBe('approximate');
    const back = editDraft(draft, { location: 'Veluwe' });
    expect(back.fields.locationPrivacy).toBe('exact');
    const hidden = editDraft(back, { locationPrivacy: 'hidden' });
    expect(editDraft(hidden, { location: facts.location }).fields.locationPrivacy).toBe('hidden');
  });
});

it('takes "exact" for the text it was chosen for, and no other', () => {
  const pair = '52.131234, 5.860456';
  const chosen = editDraft(editDraft(buildDraft(file('oehoe.jpg')), { location: pair }), {
    locationPrivacy: 'exact',
  });
  expect(chosen.fields.locationPrivacy).toBe('exact');
  expect(editDraft(chosen, { title: 'Oehoe' }).fields.locationPrivacy).toBe('exact');
  const other = editDraft(chosen, { location: '51.497010, 3.472880' });
  expect(other.fields.locationPrivacy).toBe('approximate');
  expect(editDraft(chosen, { location: 'vak 12' }).fields.locationPrivacy).toBe('hidden');
});

it('is sent in the shape that the API reads, with the type that the server saw', () => {
  const objectPath = `/media/${'a'.repeat(32)}/video.mp4`;
  const draft = {
    ...editDraft(buildDraft(file('golf.jpg')), { category: 'drone', title: ' Golf ' }),
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
