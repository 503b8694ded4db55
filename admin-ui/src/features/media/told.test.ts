import { expect, it } from 'vitest';
import { shownPrecision } from './shown-place.tsx';

it.each([
  ['exact', null, 'exact', false],
  ['exact', 'block', 'block', true],
  ['approximate', 'block', 'block', false],
  ['approximate', 'region', 'region', true],
  ['exact', 'hidden', 'hidden', true],
  ['hidden', 'block', 'hidden', false],
] as const)(
  'says what visitors get of a place that is %s with the guard %s',
  (locationPrivacy, level, precision, isGuarded) => {
    const month = level && '2026-05';
    const told = { precision, isGuarded, month };
    expect(shownPrecision({ locationPrivacy, level, date: '2026-05-04' })).toEqual(told);
  },
);
