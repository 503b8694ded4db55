/** When backups are due, how they are called, and which stay (pure). */

import { dayNumber } from '../amsterdam-day.ts';

/** The hour of the owner's clock. */
const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Amsterdam',
  hour: '2-digit',
  hourCycle: 'h23',
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Everybody sleeps, and no clock is ever turned back over it. */
const NIGHT_HOUR = 3;
/** A failed attempt is repeated after this long. */
const RETRY_MS = HOUR_MS;
const DAILY = 7;
const WEEKLY = 4;

function weekNumber(at: number): number {
  // Day 0 was a Thursday.
  return Math.floor((dayNumber(at) + 3) / 7);
}

/** The last 3 o'clock of Amsterdam at or before a moment. */
export function lastNight(now: number): number {
  for (let at = Math.floor(now / HOUR_MS) * HOUR_MS; ; at -= HOUR_MS)
    if (Number(clock.format(at)) === NIGHT_HOUR) return at;
}

/** Whether a backup is due. Moments in milliseconds since 1970; null: never yet. */
export function isBackupDue(
  { successAt, failureAt }: { successAt: number | null; failureAt: number | null },
  now: number,
): boolean {
  if (successAt !== null && successAt >= lastNight(now) && successAt <= now) return false;
  return failureAt === null || failureAt > now || now - failureAt >= RETRY_MS;
}

/** `veldlicht-20261121T020000Z`. */
export function backupName(at: number): string {
  return `veldlicht-${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

/** The moment in the name of a backup, or null when it is none of ours. */
export function momentOf(name: string): number | null {
  const found = /^veldlicht-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name);
  if (!found) return null;
  const [, year, month, day, hour, minute, second] = found;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? null : at;
}

/**
 * Whether a backup is of a time to come: its clock was wrong, or ours is now. What is a day ahead at most is in its
 * place again tomorrow.
 */
export function isOfFuture(at: number, now: number): boolean {
  return at > now + DAY_MS;
}

/** The newest moment of each of the last `count` groups that have any. */
function newestOfEach(moments: number[], count: number, groupOf: (at: number) => number): number[] {
  const newest = new Map<number, number>();
  for (const at of moments.toSorted((a, b) => a - b)) newest.set(groupOf(at), at);
  return [...newest.values()].slice(-count);
}

/** A backup of the future stays for so long after it was first found: as long as weeks of others do. */
export const FUTURE_KEPT_MS = WEEKLY * 7 * DAY_MS;

/**
 * What stays: the newest of each of the last 7 days and 4 finished weeks that have any, and all of the
 * last 24 hours. Days without backups push nothing out, so that a server that was off loses none.
 */
export function momentsToKeep(moments: number[], now: number): Set<number> {
  const finished = moments.filter((at) => weekNumber(at) < weekNumber(now));
  return new Set([
    ...newestOfEach(moments, DAILY, dayNumber),
    ...newestOfEach(finished, WEEKLY, weekNumber),
    ...moments.filter((at) => at > now - DAY_MS),
  ]);
}
