import { emptyProfile } from '@veldlicht/contract/settings';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { expect, test } from 'vitest';
import { itemDescription } from './item-description.ts';

const site = {
  origin: 'https://veldlicht.example',
  profile: { ...emptyProfile, photographer: 'Joris' },
  googleAnalyticsId: null,
};
const item = {
  type: 'photo',
  title: 'Grutto',
  description: null,
  place: 'Eemland',
  date: '2026-05-01',
  categoryLabel: 'Fauna',
} as PublicItem; // all that is read of an item

test('the words of the owner come first, in one line', () => {
  const description = 'Een ochtend in mei:\nde eerste grutto op zijn vaste paal in het weiland.';
  expect(itemDescription({ ...item, description }, site)).toBe(description.replace('\n', ' '));
});

test('few words are completed with what the picture is', () => {
  expect(itemDescription({ ...item, description: 'Vroeg op.' }, site)).toBe(
    'Vroeg op. Grutto, gefotografeerd door Joris.',
  );
});

test('without words it says what is known', () => {
  expect(itemDescription(item, site)).toBe(
    'Grutto, gefotografeerd door Joris. Fauna · Eemland · 1 mei 2026',
  );
  expect(itemDescription({ ...item, type: 'video', place: null, date: null }, site)).toBe(
    'Grutto, gefilmd door Joris. Fauna',
  );
});
