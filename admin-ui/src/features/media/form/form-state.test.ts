import { type MediaItem, mediaInput } from '@veldlicht/contract/media';
import { describe, expect, it } from 'vitest';
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
  id: 'm1',
  type: 'photo',
  title: 'Vos',
  description: null,
  date: '2024-05-04',
  category: 'fauna',
  tags: ['mist'],
  imageUrl: `/media/${'a'.repeat(32)}/960.jpg`,
  featured: true,
  alt: null,
  focus: { x: 0.3, y: 0.6 },
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

it('checks what is typed only after the first try to save', () => {
  const long = 'x'.repeat(201);
  const start = startOf(null);
  expect(editForm(start, { title: long }, null).faults.title).toBeUndefined();
  const checked: FormState = { ...start, isChecked: true, faults: { category: 'required_fields' } };
  const typed = editForm(checked, { title: long }, null);
  expect(typed.faults).toMatchObject({ title: 'too_long?n=200', category: 'required_fields' });
  expect(editForm(typed, { title: 'Vos' }, null).faults.title).toBeUndefined();
});

describe('the privacy of an item that exists', () => {
  const privacyOf = (of: MediaItem, location: string) =>
    editForm(startOf(of), { location }, of).values.locationPrivacy;
  it('gets stricter with its place, never looser', () => {
    expect(privacyOf(item, spot)).toBe('approximate');
    expect(privacyOf({ ...item, locationPrivacy: 'hidden' }, spot)).toBe('hidden');
    expect(privacyOf({ ...item, location: spot, locationPrivacy: 'approximate' }, 'Veluwe')).toBe(
      'approximate',
    );
  });
});

describe('a file', () => {
  const none = { date: null, location: null, description: null };
  const fox = { name: 'vos.jpg', type: 'image/jpeg' };
  const film = { name: 'ree.mp4', type: 'video/mp4' };
  const start = startOf(null);
  const choose = (state: FormState, file = fox) => chooseFile(state, file, null);
  const facts = (state: FormState, read: Partial<typeof none | { location: string }>, file = fox) =>
    addFacts(state, file, { ...none, ...read }, null);
  const answer = { objectPath: '/media/a/960.jpg', type: 'photo', width: 1, height: 1 } as const;
  const accept = (state: FormState) => acceptFile(state, { ...answer, facts: none }, null);
  const edit = (state: FormState, change: Partial<FormValues>) => editForm(state, change, null);
  /** The fox with its place is stored. */
  const stored = accept(facts(choose(start), { location: spot }));

  it('fills what is empty, and guards the place it brings', () => {
    expect(stored.values).toMatchObject({
      title: 'vos',
      location: spot,
      locationPrivacy: 'approximate',
      imageUrl: answer.objectPath,
    });
    const typed = edit(start, { title: 'Ree', locationPrivacy: 'hidden' });
    expect(facts(choose(typed), { location: spot }).values).toMatchObject({
      title: 'Ree',
      location: spot,
      locationPrivacy: 'hidden',
    });
  });
  it('fills each field once: what was emptied since stays empty', () => {
    const read = facts(choose(start), { location: spot });
    const again = acceptFile(
      edit(read, { location: '' }),
      { ...answer, facts: { date: '2024-05-04', location: '51.5, 3.4', description: null } },
      null,
    );
    expect(again.values).toMatchObject({ location: '', date: '2024-05-04' });
  });
  it('replaces the words of the one before it, but not what was typed over them', () => {
    expect(choose(stored, film).values).toMatchObject({
      ...{ title: 'ree', location: '', locationPrivacy: 'exact', type: 'video' },
    });
    const edited = edit(stored, { title: 'Vos in de mist' });
    expect(choose(edited, film).values.title).toBe('Vos in de mist');
  });
  it('is not filled by what another one says', () => {
    const later = facts(choose(choose(start), film), { location: spot });
    expect(later.values.location).toBe('');
  });
  it('keeps the type that an existing item has', () => {
    expect(chooseFile(startOf(item), film, item).values.type).toBe('photo');
  });

  describe('that is refused', () => {
    it('leaves nothing behind', () => {
      expect(forgetFile(facts(choose(start), { location: spot })).values).toEqual(start.values);
    });
    it('brings back the words and type of the one before it, as guarded as they were', () => {
      expect(forgetFile(choose(stored, film)).values).toEqual(stored.values);
    });
    it('takes nothing along that was typed over it', () => {
      const typed = edit(choose(stored, film), { title: 'Ree', locationPrivacy: 'hidden' });
      expect(forgetFile(typed).values).toEqual({
        ...stored.values,
        title: 'Ree',
        locationPrivacy: 'hidden',
      });
    });
    it('leaves a privacy that was chosen by hand', () => {
      const read = facts(choose(start), { location: spot });
      const chosen = edit(read, { locationPrivacy: 'approximate' });
      expect(forgetFile(chosen).values).toMatchObject({
        location: '',
        locationPrivacy: 'approximate',
      });
    });
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
