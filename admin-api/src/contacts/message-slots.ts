/**
 * So many messages in any stretch of time, exactly: each one takes one of a few slots, which is free
 * again when the time is over (threat T22). Slots are rows of the table of throttles, so a restart
 * forgets nothing, and there are never more of them than messages were let through.
 */
import type { Store } from '@veldlicht/database/open';
import { throttles } from '@veldlicht/database/schema';
import { and, inArray, lte, sql } from 'drizzle-orm';
import { saveThrottle } from '#throttle/throttle.ts';

const MINUTE = 60_000;
/** A clock that was set back by less than this was set right; by more, what it wrote is void. */
const CLOCK_SLACK_MS = 5 * MINUTE;

export interface SlotRule {
  prefix: string;
  slots: number;
  perMs: number;
}

/** Messages of one network. */
export const senderRule: SlotRule = { prefix: 'contact:', slots: 5, perMs: 10 * MINUTE };
/**
 * Messages of each network around a sender, the smallest first: as `networkOf` and `widerNetworksOf`
 * name them.
 */
export const senderRules: SlotRule[] = [
  senderRule,
  { prefix: 'contact-block:', slots: 20, perMs: 60 * MINUTE },
  { prefix: 'contact-site:', slots: 40, perMs: 60 * MINUTE },
];
/** Messages that are mailed, of everybody together. */
export const mailRule: SlotRule = { prefix: 'contact-mail:', slots: 60, perMs: 60 * MINUTE };

/** Milliseconds until a slot that was taken at this moment is free (pure). */
function slotWait({ perMs }: SlotRule, takenAt: number | undefined, now: number): number {
  if (takenAt === undefined || takenAt - now > CLOCK_SLACK_MS) return 0;
  return Math.min(perMs, Math.max(0, takenAt + perMs - now));
}

/** The slot that is free first, and how many milliseconds that takes (pure). */
export function firstSlot(
  rule: SlotRule,
  takenAt: (number | undefined)[],
  now: number,
): { slot: number; waitMs: number } {
  let first = { slot: 0, waitMs: Number.POSITIVE_INFINITY };
  for (let slot = 0; slot < rule.slots && first.waitMs > 0; slot += 1) {
    const waitMs = slotWait(rule, takenAt[slot], now);
    if (waitMs < first.waitMs) first = { slot, waitMs };
  }
  return first;
}

function slotNames({ prefix, slots }: SlotRule, key: string): string[] {
  return Array.from({ length: slots }, (_, slot) => `${prefix}${key}#${slot}`);
}

function findSlot(store: Store, rule: SlotRule, key: string, now: number) {
  const names = slotNames(rule, key);
  const rows = store.select().from(throttles).where(inArray(throttles.bucket, names)).all();
  const taken = new Map(rows.map(({ bucket, lastFailureAt }) => [bucket, lastFailureAt]));
  const { slot, waitMs } = firstSlot(
    rule,
    names.map((name) => taken.get(name)),
    now,
  );
  return { bucket: names[slot] ?? '', waitMs };
}

/** Milliseconds until there is a free slot; 0 when there is one. */
export function waitForSlot(store: Store, rule: SlotRule, key: string, now: number): number {
  return findSlot(store, rule, key, now).waitMs;
}

/** Takes a free slot; false when there is none. Call it in the transaction of what it lets through. */
export function takeSlot(store: Store, rule: SlotRule, key: string, now: number): boolean {
  const { bucket, waitMs } = findSlot(store, rule, key, now);
  if (waitMs > 0) return false;
  saveThrottle(store, bucket, {
    failures: 1,
    windowAt: now,
    lastFailureAt: now,
    blockedAt: null,
    waitMs: 0,
  });
  return true;
}

/** Forgets slots that are free again, and with them whose they were. */
export function forgetFreeSlots(store: Store, { prefix, perMs }: SlotRule, now: number): void {
  const own = sql`substr(${throttles.bucket}, 1, ${prefix.length}) = ${prefix}`;
  store
    .delete(throttles)
    .where(and(lte(throttles.lastFailureAt, now - perMs), own))
    .run();
}
