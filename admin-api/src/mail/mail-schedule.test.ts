import { expect, it } from 'vitest';
import type { MailRow } from './outbox.ts';
import { isExpired, isHopeless, mailTrouble, waitAfter } from './send-outbox.ts';

const DAY = 24 * 60 * 60_000;

it('waits 1, 5, 15 and 60 minutes, then 4 hours each time', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 50].map((attempts) => waitAfter(attempts) / 60_000);
  expect(minutes).toEqual([1, 5, 15, 60, 240, 240, 240]);
});

it('gives mail up after a week, also when a wrong clock dated it in the future', () => {
  expect(isExpired(0, 7 * DAY - 1)).toBe(false);
  expect(isExpired(0, 7 * DAY)).toBe(true);
  expect(isExpired(3650 * DAY, 0)).toBe(true);
});

it('gives up on a refused recipient at the third time, and on nothing else', () => {
  expect([1, 2, 3].map((attempts) => isHopeless(attempts, true))).toEqual([false, false, true]);
  expect(isHopeless(40, false)).toBe(false);
});

it('says how much mail is failing, since when, and what was said last', () => {
  const row = (change: Partial<MailRow>): MailRow => ({
    id: 1,
    recipient: 'eva@example.nl',
    subject: '',
    body: '',
    replyToName: null,
    replyToAddress: null,
    createdAt: 0,
    attempts: 0,
    nextAt: 0,
    error: null,
    ...change,
  });
  expect(mailTrouble([])).toBeNull();
  expect(mailTrouble([row({}), row({ attempts: 1 })])).toBeNull();
  const hour = 60 * 60_000;
  // The first one was tried at 9:00 for the fourth time, the second one at 9:30 for the first time.
  const early = row({ createdAt: hour, attempts: 4, nextAt: 10 * hour, error: 'early' });
  const late = row({
    createdAt: 9 * hour,
    attempts: 1,
    nextAt: 9.5 * hour + 60_000,
    error: 'late',
  });
  const trouble = { count: 2, oldestAt: hour, error: 'late' };
  expect(mailTrouble([early, late, row({})])).toEqual(trouble);
  expect(mailTrouble([late, early])).toEqual(trouble);
});
