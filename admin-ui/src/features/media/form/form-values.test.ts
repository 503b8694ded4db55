import { type MediaItem, mediaInput } from '@veldlicht/contract/media';
import { describe, expect, it } from 'vitest';
import {
  doubtfulTexts,
  initialValues,
  patchOf,
  refusalOfValues,
  suggestedPrivacy,
  textsWithPosition,
  withoutPositionsInTexts,
} from './form-values.ts';

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

it.each([
  ['nothing', {}, {}],
  [
    'texts',
    { title: ' Vos in mist ', date: '', tags: [] },
    { title: 'Vos in mist', date: null, tags: [] },
  ],
  [
    'a location, with its privacy',
    { location: '52.131234, 5.860456' },
    { location: '52.131234, 5.860456', locationPrivacy: 'exact' },
  ],
  ['a moment that is taken away', { publishUntil: '' }, { publishUntil: null }],
])('sends only what was changed: %s', (_, change, patch) => {
  expect(patchOf(item, mediaInput.parse({ ...initialValues(item), ...change }))).toEqual(patch);
});

it('starts a new item as a published photo without a star', () => {
  const values = initialValues(null);
  expect(values).toMatchObject({ type: 'photo', status: 'published', featured: false });
});

describe('the suggested privacy', () => {
  it('protects coordinates of a new item and leaves words alone', () => {
    expect(suggestedPrivacy(null, '52.131200, 5.860400')).toBe('approximate');
    expect(suggestedPrivacy(null, 'Veluwe')).toBe('exact');
  });
  it('gets stricter, never looser, on an item that exists', () => {
    expect(suggestedPrivacy(item, '52.131200, 5.860400')).toBe('approximate');
    expect(suggestedPrivacy({ ...item, locationPrivacy: 'hidden' }, '52.1312, 5.8604')).toBe(
      'hidden',
    );
    const placed = { location: '52.1312, 5.8604', locationPrivacy: 'approximate' as const };
    expect(suggestedPrivacy(placed, 'Veluwe')).toBe('approximate');
  });
});

describe('a position where visitors would read it', () => {
  const spot = '52.131200, 5.860400';
  const plain = { title: 'Nest', description: null, alt: null, category: 'fauna', tags: ['mist'] };
  const marked = { ...plain, description: `Nest bij ${spot}`, tags: ['mist', `nest ${spot}`] };

  it('is found in texts and names', () => {
    expect(textsWithPosition(plain)).toEqual([]);
    expect(textsWithPosition(marked)).toEqual(['description', 'tags']);
  });
  it('is asked about until somebody said to publish these very texts', () => {
    expect(doubtfulTexts(null, marked)).toEqual(['description', 'tags']);
    const said = { ...item, ...marked, positionAllowed: true };
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
