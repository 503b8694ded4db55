import { throttles } from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  firstSlot,
  forgetFreeSlots,
  mailRule,
  senderRule,
  takeSlot,
  waitForSlot,
} from './message-slots.ts';

const MINUTE = 60_000;
const T = Date.UTC(2026, 4, 31, 12);

let t: TestDatabase;
beforeEach(async () => {
  t = await createTestDatabase();
});
afterEach(() => t.remove());
const take = (now: number, key = '192.0.2.1') => takeSlot(t.db, senderRule, key, now);
const rows = () => t.db.select().from(throttles).all();

it('lets five messages of a network through in ten minutes, and sixty mails in an hour', () => {
  expect([1, 2, 3, 4, 5, 6].map((n) => take(T + n))).toEqual([true, true, true, true, true, false]);
  expect(waitForSlot(t.db, senderRule, '192.0.2.1', T + 6)).toBe(10 * MINUTE - 5);
  expect(take(T + 6, '192.0.2.2')).toBe(true);
  const mails = Array.from({ length: 70 }, (_, n) => takeSlot(t.db, mailRule, 'all', T + n * 1000));
  expect(mails.filter(Boolean)).toHaveLength(60);
  expect(takeSlot(t.db, mailRule, 'all', T + 60 * MINUTE)).toBe(true);
});

it('frees slots one by one as their ten minutes are over', () => {
  for (const n of [0, 1, 2, 3, 4]) take(T + n * MINUTE);
  expect(take(T + 10 * MINUTE - 1)).toBe(false);
  expect(take(T + 10 * MINUTE)).toBe(true);
  expect(take(T + 10 * MINUTE)).toBe(false);
  expect(take(T + 11 * MINUTE)).toBe(true);
});

it('never has more in any stretch than there are slots, and refuses only when that is full', () => {
  const rule = { prefix: '', slots: 3, perMs: 100 };
  fc.assert(
    fc.property(fc.array(fc.nat(60), { maxLength: 60 }), (gaps) => {
      const taken: (number | undefined)[] = [];
      const passed: number[] = [];
      let now = 0;
      for (const gap of gaps) {
        now += gap;
        const recent = passed.filter((at) => now - at < rule.perMs).length;
        const { slot, waitMs } = firstSlot(rule, taken, now);
        expect(waitMs === 0).toBe(recent < rule.slots);
        if (waitMs > 0) {
          // At the end of the wait, and not before, it is free.
          expect(firstSlot(rule, taken, now + waitMs - 1).waitMs).toBe(1);
          expect(firstSlot(rule, taken, now + waitMs).waitMs).toBe(0);
          continue;
        }
        taken[slot] = now;
        passed.push(now);
      }
    }),
  );
});

it('keeps nobody waiting when the clock was years ahead, and holds when it was set right by a little', () => {
  for (let n = 0; n < 5; n += 1) take(T);
  expect(take(T - MINUTE)).toBe(false);
  expect(waitForSlot(t.db, senderRule, '192.0.2.1', T - MINUTE)).toBe(10 * MINUTE);
  expect(take(T - 365 * 24 * 60 * MINUTE)).toBe(true);
});

it('keeps no address for longer than it is needed, and leaves other counters alone', () => {
  const other = { failures: 1, windowAt: T, lastFailureAt: T - 60 * MINUTE, waitMs: 0 };
  t.db
    .insert(throttles)
    .values({ bucket: 'address:192.0.2.1', ...other })
    .run();
  takeSlot(t.db, mailRule, 'all', T);
  take(T);
  take(T + MINUTE);
  forgetFreeSlots(t.db, senderRule, T + 10 * MINUTE);
  expect(
    rows()
      .map(({ bucket }) => bucket)
      .sort(),
  ).toEqual(['address:192.0.2.1', 'contact-mail:all#0', 'contact:192.0.2.1#1']);
});
