import { objectOf } from '@veldlicht/contract/by-name';
import { NO_FACTS } from '@veldlicht/contract/file-facts';
import { itemFieldNames } from '@veldlicht/contract/item-fields';
import { type MediaItem, mediaInput } from '@veldlicht/contract/media';
import type { FinaliseAnswer } from '@veldlicht/contract/upload';
import { describe, expect, it } from 'vitest';
import { known } from '../bulk-upload/testing/fake-bulk-upload.ts';
import { wordsOf } from '../upload/file-words.ts';
import {
  acceptFile,
  addFacts,
  chooseFile,
  doubtfulTexts,
  editForm,
  type FormState,
  type FormValues,
  forgetFile,
  initialValues,
  patchOf,
  refusalOfValues,
  startOf,
  textsWithPosition,
  withoutPositionsInTexts,
} from './form-state.ts';

// Cast: the form asks for no other fields.
const item = {
  ...objectOf(itemFieldNames, () => null),
  id: 'm1',
  type: 'photo',
  title: 'Vos',
  date: '2024-05-04',
  category: 'fauna',
  tags: ['mist'],
  species: [
    {
      scientificName: 'Vulpes vulpes',
      dutchName: 'Vos',
      kind: 'wild',
      lifeStage: null,
      nest: true,
    },
  ],
  imageUrl: `/media/${'a'.repeat(32)}/960.jpg`,
  featured: true,
  focus: { x: 0.3, y: 0.6 },
  originalName: 'DSC_0001.jpg',
  location: 'Veluwe',
  locationPrivacy: 'exact',
  status: 'published',
  publishFrom: null,
  publishUntil: '2026-12-12T07:00:00.000Z',
  withheld: false,
  positionAllowed: false,
} as MediaItem;
const spot = '52.131200, 5.860400';

it.each<[string, Partial<FormValues>, object]>([
  ['nothing', {}, {}],
  ['a focus point', { focus: { x: 0, y: 1 } }, { focus: { x: 0, y: 1 } }],
  [
    'texts',
    { title: ' Vos in mist ', date: '', tags: [] },
    { title: 'Vos in mist', date: null, tags: [] },
  ],
  [
    'a location, with its privacy',
    { location: spot },
    { location: spot, locationPrivacy: 'exact' },
  ],
  ['a moment that is taken away', { publishUntil: null }, { publishUntil: null }],
])('sends only what was changed: %s', (_, change, patch) => {
  expect(patchOf(item, mediaInput.parse({ ...initialValues(item), ...change }))).toEqual(patch);
});

it('starts a new item as a published photo without a star', () => {
  const values = initialValues(null);
  expect(values).toMatchObject({ type: 'photo', status: 'published', featured: false });
});

it.each<[Partial<MediaItem>, string, string]>([
  [{}, spot, 'approximate'],
  [{ locationPrivacy: 'hidden' }, spot, 'hidden'],
  [{ location: spot, locationPrivacy: 'approximate' }, 'Veluwe', 'approximate'],
])('makes the privacy of an item %o stricter with its place, never looser', (of, location, now) => {
  const { values } = editForm(startOf({ ...item, ...of }), { location });
  expect(values.locationPrivacy).toBe(now);
});

describe('a file', () => {
  const words = { ...known, tags: ['Mist'] };
  const fox = { name: 'vos.jpg', type: 'image/jpeg' };
  const video = { name: 'ree.mp4', type: 'video/mp4' };
  const answer = { objectPath: '/media/a/960.jpg', type: 'photo', width: 1, height: 1 } as const;
  type Step = (state: FormState) => FormState;
  const choose =
    (file = fox): Step =>
    (state) =>
      chooseFile(state, file);
  /** The browser has found a place in the fox, unless another file is given. */
  const read =
    (file = fox): Step =>
    (state) =>
      addFacts(state, file, wordsOf({ ...NO_FACTS, location: spot }, words));
  const accept =
    (facts: Partial<FinaliseAnswer['facts']> = {}): Step =>
    (state) =>
      acceptFile(state, { ...answer, facts: { ...NO_FACTS, ...facts } }, words);
  const edit =
    (change: Partial<FormValues>): Step =>
    (state) =>
      editForm(state, change);
  const after = (...steps: Step[]) => steps.reduce((state, step) => step(state), startOf(null));
  /** The fox with its place is stored. */
  const stored = [choose(), read(), accept()];
  const place = { location: spot, locationPrivacy: 'approximate' };
  const noPlace = { location: '', locationPrivacy: 'exact' };

  it.each<[string, Step[], object]>([
    [
      'fills what is empty, and guards the place it brings',
      stored,
      { title: 'vos', ...place, imageUrl: answer.objectPath, originalName: 'vos.jpg' },
    ],
    [
      'takes the title and the tags that the file gives, and proposes other keywords',
      [choose(), accept({ title: 'Vos in mist', keywords: ['mist', 'heide'], city: 'Ede' })],
      { title: 'Vos in mist', tags: ['Mist'], location: 'Ede', locationPrivacy: 'exact' },
    ],
    [
      'shows the species that its keywords surely are, as most are seen',
      [choose(), accept({ keywords: ['EGEL', 'egel'] })],
      { species: [{ dutchName: 'Egel', kind: 'wild', nest: false }] },
    ],
    [
      'leaves species alone that were chosen or taken off since',
      [choose(), accept({ keywords: ['Egel'] }), edit({ species: [] })],
      { species: [] },
    ],
    [
      'leaves what was typed',
      [edit({ title: 'Ree', locationPrivacy: 'hidden' }), choose(), read()],
      { title: 'Ree', location: spot, locationPrivacy: 'hidden' },
    ],
    [
      'fills each field once: what was emptied since stays empty',
      [choose(), read(), edit({ location: '' }), accept({ date: '2024-05-04', location: '51, 3' })],
      { location: '', date: '2024-05-04' },
    ],
    [
      'replaces the words of the one before it',
      [...stored, choose(video)],
      { title: 'ree', ...noPlace, type: 'video' },
    ],
    [
      'does not replace what was typed over those',
      [...stored, edit({ title: 'Vos in de mist' }), choose(video)],
      { title: 'Vos in de mist' },
    ],
    ['is not filled by what another one says', [choose(), choose(video), read()], noPlace],
    ['that is refused leaves nothing behind', [choose(), read(), forgetFile], startOf(null).values],
    [
      'that is refused brings back the words and type of the one before it, as guarded as they were',
      [...stored, choose(video), forgetFile],
      after(...stored).values,
    ],
    [
      'that is refused takes nothing along that was typed over it',
      [...stored, choose(video), edit({ title: 'Ree', locationPrivacy: 'hidden' }), forgetFile],
      { ...after(...stored).values, title: 'Ree', locationPrivacy: 'hidden' },
    ],
    [
      'that is refused leaves a privacy that was chosen by hand',
      [choose(), read(), edit({ locationPrivacy: 'approximate' }), forgetFile],
      { location: '', locationPrivacy: 'approximate' },
    ],
    [
      'that is refused leaves the place before it guarded, whatever was chosen for its own',
      [...stored, choose(video), read(video), edit({ locationPrivacy: 'exact' }), forgetFile],
      place,
    ],
  ])('%s', (_, steps, values) => {
    expect(after(...steps).values).toMatchObject(values);
  });

  it('keeps the type that an existing item has', () => {
    expect(chooseFile(startOf(item), video).values.type).toBe('photo');
  });
});

describe('a position where visitors would read it', () => {
  const plain = { ...initialValues(null), title: 'Nest', category: 'fauna', tags: ['mist'] };
  const marked = { ...plain, description: `Nest bij ${spot}`, tags: ['mist', `nest ${spot}`] };

  it('is found in texts and names', () => {
    expect(textsWithPosition(plain)).toEqual([]);
    expect(textsWithPosition(marked)).toEqual(['description', 'tags']);
  });
  it('is asked about until somebody said to publish these very texts', () => {
    expect(doubtfulTexts(null, marked)).toEqual(['description', 'tags']);
    const { title, description, alt, category, tags } = marked;
    const texts = { title, description, alt, category, tags };
    const said = { ...item, ...texts, positionAllowed: true };
    expect(doubtfulTexts(said, marked)).toEqual([]);
    expect(doubtfulTexts({ ...said, withheld: true }, marked)).toEqual(['description', 'tags']);
    expect(doubtfulTexts(said, { ...marked, alt: spot })).toEqual(['alt']);
  });
  it('is taken out of the texts, and the tags with it go', () => {
    const { description, tags } = withoutPositionsInTexts(marked);
    expect(description).not.toMatch(/\d/);
    expect(description).toContain('Nest');
    expect(tags).toEqual(['mist']);
  });
});

it('tells what is missing before what is wrong', () => {
  const tooLong = 'too_long?n=200';
  const missing = 'required_fields';
  expect(refusalOfValues([tooLong, missing])).toBe(missing);
  expect(refusalOfValues(['', tooLong])).toBe(tooLong);
  expect(refusalOfValues([''])).toBe('not_valid');
});
