import { expect, it } from 'vitest';
import {
  type GuardRule,
  guardReasonsOf,
  levelOf,
  precisionOf,
  publicDate,
  publicMoment,
} from './guard.ts';

const owl: GuardRule = {
  scientificName: 'Bubo bubo',
  level: 'region',
  months: [1, 2, 3],
  nestMonths: [2, 3, 4],
  reason: '',
};
const rules = new Map([[owl.scientificName, owl]]);

it.each([
  ['in a month of its rule', 'Bubo bubo', '2026-03-09', {}, 'region'],
  ['in no month of it', 'Bubo bubo', '2026-07-09', {}, null],
  ['in a month that nobody knows', 'Bubo bubo', null, {}, 'region'],
  ['as a subspecies', 'Bubo bubo hispanus', '2026-03-09', {}, 'region'],
  ['in captivity', 'Bubo bubo', '2026-03-09', { kind: 'captive', nest: true }, null],
  ['at its nest in the season', 'Bubo bubo', '2026-04-09', { nest: true }, 'hidden'],
  ['at its nest, to which it comes back', 'Bubo bubo', '2026-10-09', { nest: true }, 'region'],
  ['of no rule', 'Vulpes vulpes', '2026-04-09', {}, null],
  ['of no rule, at its den', 'Vulpes vulpes', '2026-04-09', { nest: true }, 'hidden'],
  ['of no rule, at its den in winter', 'Vulpes vulpes', '2026-11-09', { nest: true }, 'block'],
] as const)('guards a species %s', (_when, scientificName, date, sighting, level) => {
  const sighted = { scientificName, kind: 'wild' as const, nest: false, ...sighting };
  expect(levelOf(guardReasonsOf({ date, species: [sighted] }, rules))).toBe(level);
});

it('takes the stricter of the owner’s choice and the guard’s level', () => {
  expect(precisionOf('exact', null)).toBe('exact');
  expect(precisionOf('exact', 'region')).toBe('region');
  expect(precisionOf('approximate', 'block')).toBe('block');
  expect(precisionOf('approximate', 'region')).toBe('region');
  expect(precisionOf('hidden', 'block')).toBe('hidden');
});

it('publishes only the month of a guarded item', () => {
  expect(publicDate('2026-03-09', 'block')).toBe('2026-03');
  expect(publicDate('2026-03-09', null)).toBe('2026-03-09');
});

it.each([
  ['in the month it was taken in', '2026-03-31T23:59:00Z', '2026-03-09', '2026-03-01'],
  [
    'soon after: that would tell one of the last days',
    '2026-04-01T08:00:00Z',
    '2026-03-31',
    '2026-03-01',
  ],
  ['two months after', '2026-02-28T08:00:00Z', '2025-12-31', '2025-12-01'],
  ['long after', '2026-06-20T08:00:00Z', '2026-03-09', '2026-06-01'],
  ['before, by a clock that was wrong', '2026-03-20T08:00:00Z', '2026-05-09', '2026-03-01'],
  ['on a day that nobody knows', '2026-04-20T08:00:00Z', null, '2026-04-01'],
])('publishes the creation of a guarded item by month: %s', (_when, came, date, month) => {
  const told = new Date(publicMoment(Date.parse(came), date)).toISOString();
  expect(told).toBe(`${month}T00:00:00.000Z`);
});
