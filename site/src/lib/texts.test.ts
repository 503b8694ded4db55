import { expect, test } from 'vitest';
import { photo, site } from '#testing/items.ts';
import {
  cameraLines,
  clockTime,
  dutchDate,
  itemDescription,
  paragraphs,
  summary,
} from './texts.ts';

test('a date is written in Dutch; other text stays unchanged', () => {
  const dates = ['2026-05-01', '1999-12-31', 'zomer 2026', '2026-13-01'];
  const words = ['1 mei 2026', '31 december 1999', 'zomer 2026', '2026-13-01'];
  expect(dates.map(dutchDate)).toEqual(words);
});

test('a duration reads like a clock', () => {
  expect([0, 47.4, 61, 3671].map(clockTime)).toEqual(['0:00', '0:47', '1:01', '1:01:11']);
});

test('camera facts are written in Dutch, and missing facts give no lines', () => {
  expect(cameraLines({ focalLength: 420, aperture: 6.3, shutter: '1/500', iso: 1250 })).toEqual([
    { label: 'Brandpuntsafstand', value: '420 mm' },
    { label: 'Diafragma', value: 'f/6,3' },
    { label: 'Sluitertijd', value: '1/500 s' },
    { label: 'ISO', value: '1250' },
  ]);
  expect(cameraLines({})).toEqual([]);
});

test('an empty line separates two paragraphs', () => {
  expect(paragraphs('Een.\nTwee.\n\n \nDrie.\n')).toEqual(['Een.\nTwee.', 'Drie.']);
  expect(paragraphs('')).toEqual([]);
});

test('a summary is one line that ends at a word boundary', () => {
  expect(summary('Mist\n\nboven het veen')).toBe('Mist boven het veen');
  expect(summary('Mist boven het veen, heel vroeg', 22)).toBe('Mist boven het veen…');
});

const long = 'Een ochtend in mei:\nde eerste grutto op zijn vaste paal in het weiland.';
test.each([
  [{ description: long }, long.replace('\n', ' ')],
  [{ description: 'Vroeg op.' }, 'Vroeg op. Grutto, gefotografeerd door Joris.'],
  [{ place: 'Eemland' }, 'Grutto, gefotografeerd door Joris. Fauna · Eemland · 1 mei 2026'],
  [{ type: 'video', date: null }, 'Grutto, gefilmd door Joris. Fauna'],
] as const)(
  'describes an item by the owner’s description, or else by its facts (%#)',
  (facts, words) => {
    expect(itemDescription({ ...photo, ...facts }, site)).toBe(words);
  },
);
