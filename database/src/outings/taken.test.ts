import { expect, it } from 'vitest';
import { type FileTime, isNearInTime, takenOf } from './taken.ts';

function at(date: string, time?: string, offset?: string) {
  const file: FileTime = { date, time, offset };
  const taken = takenOf(date, file);
  if (!taken) throw new Error('no time');
  return taken;
}
const MORNING = at('2026-05-13', '07:00:00', '+02:00');
const day = '2026-05-13';

it.each([
  ['two hours later', MORNING, at(day, '09:00:00', '+02:00'), true],
  ['a second more', MORNING, at(day, '09:00:01', '+02:00'), false],
  ['by a clock in another zone', MORNING, at(day, '14:30:00', '+09:00'), true],
  ['at the same time by a clock in another zone', MORNING, at(day, '07:00:00', '+09:00'), false],
  ['by a clock in an unknown zone', MORNING, at(day, '22:00:00'), true],
  ['at an unknown time', MORNING, at(day), true],
  ['on the next day', MORNING, at('2026-05-14', '07:00:00'), false],
  ['on two days, at unknown times', at('2026-05-12'), at(day), false],
  ['around midnight', at('2026-05-12', '23:50:00'), at(day, '00:10:00'), true],
  ['a video, whose day is in UTC', at('2026-05-12', '22:20:00'), at(day, '00:30:00'), true],
  ['a video, and a moment', at('2026-05-12', '22:20:00'), at(day, '00:30:00', '+02:00'), true],
])('decides what may have been taken within two hours: %s', (_what, a, b, expected) => {
  expect(isNearInTime(a, b)).toBe(expected);
  expect(isNearInTime(b, a)).toBe(expected);
});

it('uses the whole day when a user corrected it: the camera clock was wrong', () => {
  const file = { date: '2026-05-13', time: '07:00:00', offset: '+02:00' };
  expect(takenOf('2026-05-14', file)).toEqual(at('2026-05-14'));
  expect(takenOf(null, {})).toBeNull();
});

it('starts a day in Amsterdam, in summer and in winter', () => {
  const start = (date: string) => new Date(at(date).from).toISOString();
  expect(start('2026-05-13')).toBe('2026-05-12T22:00:00.000Z');
  expect(start('2026-12-13')).toBe('2026-12-12T23:00:00.000Z');
});
