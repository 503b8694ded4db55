import { objectOf } from '@veldlicht/contract/by-name';
import type { FileWords } from '@veldlicht/contract/draft';
import { itemFieldNames } from '@veldlicht/contract/item-fields';
import { type MediaItem, mediaInput } from '@veldlicht/contract/media';
import { describe, expect, it } from 'vitest';
import { noWords } from '../bulk-upload/testing/fake-bulk-upload.ts';
import { type FormValues, initialValues, patchOf } from '../field-values.ts';
import {
  acceptFile,
  chooseFile,
  doubtfulTexts,
  editForm,
  type FormState,
  forgetFile,
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
  const { fields: values } = editForm(startOf({ ...item, ...of }), { location });
  expect(values.locationPrivacy).toBe(now);
});

describe('a file', () => {
  const fox = { name: 'vos.jpg', type: 'image/jpeg' };
  const video = { name: 'ree.mp4', type: 'video/mp4' };
  type Step = (state: FormState) => FormState;
  const choose =
    (file = fox): Step =>
    (state) =>
      chooseFile(state, file);
  const objectPath = '/media/a/960.jpg';
  /** The server has read it. */
  const accept =
    (words: Partial<FileWords> = {}): Step =>
    (state) =>
      acceptFile(state, {
        objectPath,
        type: 'photo',
        width: 1,
        height: 1,
        draft: null,
        matches: { same: ['m2'], named: [], larger: [] },
        words: { ...noWords, ...words },
      });
  const edit =
    (change: Partial<FormValues>): Step =>
    (state) =>
      editForm(state, change);
  const after = (...steps: Step[]) => steps.reduce((state, step) => step(state), startOf(null));
  /** The fox is stored, which says where it was. */
  const stored = [choose(), accept({ location: spot })];
  const place = { location: spot, locationPrivacy: 'approximate' };
  const noPlace = { location: '', locationPrivacy: 'exact' };

  it.each<[string, Step[], object]>([
    [
      'fills what is empty, and guards the place it brings',
      stored,
      { title: 'vos', ...place, imageUrl: objectPath, originalName: 'vos.jpg' },
    ],
    [
      'takes the title, the category, the tags and the species that the file gives',
      [
        choose(),
        accept({ title: 'Vos in mist', category: 'fauna', tags: ['Mist'], species: item.species }),
      ],
      { title: 'Vos in mist', category: 'fauna', tags: ['Mist'], species: item.species },
    ],
    [
      'leaves species alone that were chosen or taken off since',
      [choose(), accept({ species: item.species }), edit({ species: [] })],
      { species: [] },
    ],
    [
      'leaves what was typed',
      [edit({ title: 'Ree', category: 'macro', locationPrivacy: 'hidden' }), ...stored],
      { title: 'Ree', category: 'macro', location: spot, locationPrivacy: 'hidden' },
    ],
    [
      'leaves empty what was emptied while it was read',
      [choose(), edit({ location: '' }), accept({ date: '2024-05-04', location: '51, 3' })],
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
    ['that is refused leaves nothing behind', [choose(), forgetFile], startOf(null).fields],
    [
      'that is refused brings back the words and type of the one before it, as guarded as they were',
      [...stored, choose(video), forgetFile],
      after(...stored).fields,
    ],
    [
      'that is refused takes nothing along that was typed over it',
      [...stored, choose(video), edit({ title: 'Ree', locationPrivacy: 'hidden' }), forgetFile],
      { ...after(...stored).fields, title: 'Ree', locationPrivacy: 'hidden' },
    ],
    [
      'that is refused leaves empty what was emptied before it',
      [...stored, edit({ location: '' }), choose(video), forgetFile],
      { location: '' },
    ],
    [
      'fills again what was emptied before it',
      [...stored, edit({ title: '' }), choose(video)],
      { title: 'ree' },
    ],
    [
      'that is refused leaves the place before it guarded, whatever was chosen meanwhile',
      [...stored, choose(video), edit({ locationPrivacy: 'exact' }), forgetFile],
      place,
    ],
  ])('%s', (_, steps, values) => {
    expect(after(...steps).fields).toMatchObject(values);
  });

  it('keeps the type that an existing item has', () => {
    expect(chooseFile(startOf(item), video).fields.type).toBe('photo');
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
