import { expect, it } from 'vitest';
import { shownPlace } from './field-values.ts';

it.each([
  ['exact', null, 'exact', false],
  ['exact', 'block', 'block', true],
  ['approximate', 'block', 'block', false],
  ['approximate', 'region', 'region', true],
  ['exact', 'hidden', 'hidden', true],
  ['hidden', 'block', 'hidden', false],
] as const)(
  'says what visitors get of a place that is %s with the guard %s',
  (own, level, precision, isGuarded) => {
    const guard = level && { level, reasons: [] };
    expect(shownPlace({ locationPrivacy: own, guard })).toEqual({ precision, isGuarded });
  },
);
