import { expect, it } from 'vitest';
import { nextChange, scheduleState } from './state-badges.tsx';

const at = (clock: string) => `2026-12-12T${clock}:00.000Z`;
const ms = (clock: string) => Date.parse(at(clock));
const item = { status: 'published', publishFrom: at('08:00'), publishUntil: at('10:00') } as const;

it('is scheduled until it begins, and ended from its end on', () => {
  expect(scheduleState(item, ms('07:59'))).toBe('scheduled');
  expect(scheduleState(item, ms('08:00'))).toBeNull();
  expect(scheduleState(item, ms('09:59'))).toBeNull();
  expect(scheduleState(item, ms('10:00'))).toBe('ended');
});
it('says nothing of drafts and of items without dates', () => {
  expect(scheduleState({ ...item, status: 'draft' }, ms('07:00'))).toBeNull();
  const plain = { ...item, publishFrom: null, publishUntil: null };
  expect(scheduleState(plain, ms('07:00'))).toBeNull();
  expect(nextChange(plain, ms('07:00'))).toBeNull();
});
it('knows when that changes next', () => {
  expect(nextChange(item, ms('07:00'))).toBe(ms('08:00'));
  expect(nextChange(item, ms('08:00'))).toBe(ms('10:00'));
  expect(nextChange(item, ms('10:00'))).toBeNull();
});
