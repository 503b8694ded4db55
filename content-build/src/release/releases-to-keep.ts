/** Which releases can still be gone back to: all of today, one a day for a month, within bounds (pure). */
import { dayNumber } from '@veldlicht/database/amsterdam-day';

/** Good releases that stay in any case, the live one among them (product decisions §5). */
export const KEPT_AT_LEAST = 5;
/** Each is a folder with its own list of pages, which every publish looks through. */
const KEPT_AT_MOST = 150;
/** Days before today of which the last release stays. */
const DAYS = 31;
/** What pages may weigh that only older releases show, before they are compressed. */
const MAX_BYTES = 2 ** 30;

export interface GoodRelease {
  id: string;
  createdAt: number;
  /** What making it wrote. */
  bytes: number;
  state: 'live' | 'kept' | 'gone' | 'failed';
  /** Null of one that was made by going back. */
  auditId: number | null;
}

/**
 * What pages weigh that only these releases show. Between two that stay, pages were replaced that the older one
 * still has: as many as were written meanwhile, and never more than all.
 */
function weightOf(kept: Set<string>, good: readonly GoodRelease[]): number {
  const whole = Math.max(0, ...good.map(({ bytes }) => bytes));
  let weight = 0;
  let written = 0;
  for (const { id, bytes } of good) {
    if (kept.has(id)) {
      weight += Math.min(whole, written);
      written = 0;
    }
    written += bytes;
  }
  return weight;
}

/**
 * Ids that stay, of good releases, newest first; those that are gone are among them, for what they wrote. The live
 * one stays, and what was published last, which is what ends a hold. Where the bounds leave no room for all,
 * days go before the many of today.
 */
export function releasesToKeep(good: readonly GoodRelease[], now: number): Set<string> {
  const here = good.filter(({ state }) => state === 'live' || state === 'kept');
  const newest = here.find(({ auditId }) => auditId !== null);
  const live = here.filter(({ state }) => state === 'live');
  const kept = new Set([...here.slice(0, KEPT_AT_LEAST), ...live].map(({ id }) => id));
  if (newest) kept.add(newest.id);
  const today = dayNumber(now);
  const lastOfDay = new Map<number, GoodRelease>();
  for (const release of here.toReversed()) lastOfDay.set(dayNumber(release.createdAt), release);
  const ofDays = [...lastOfDay]
    .filter(([day]) => day >= today - DAYS)
    .sort(([a], [b]) => b - a)
    .map(([, release]) => release);
  const ofToday = here.filter(({ createdAt }) => dayNumber(createdAt) >= today);
  for (const { id } of [...ofDays, ...ofToday]) {
    if (kept.size >= KEPT_AT_MOST) break;
    if (weightOf(new Set([...kept, id]), good) <= MAX_BYTES) kept.add(id);
  }
  return kept;
}
