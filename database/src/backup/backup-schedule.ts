/** When backups are due, how they are called, and which stay (pure). */

/** The owner's days and nights, whatever the clock of the server says. */
const local = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Amsterdam',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
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

function localParts(at: number): { day: string; hour: number } {
  const parts = new Map(local.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  return { day, hour: Number(parts.get('hour')) };
}

/** Number of a day of the owner's calendar. */
export function dayNumber(at: number): number {
  return Date.parse(`${localParts(at).day}T00:00:00Z`) / DAY_MS;
}

function weekNumber(at: number): number {
  // Day 0 was a Thursday.
  return Math.floor((dayNumber(at) + 3) / 7);
}

/** The last 3 o'clock of Amsterdam at or before a moment. */
export function lastNight(now: number): number {
  for (let at = Math.floor(now / HOUR_MS) * HOUR_MS; ; at -= HOUR_MS)
    if (localParts(at).hour === NIGHT_HOUR) return at;
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

/** The newest moment of each of the last `count` groups that have any. */
function newestOfEach(moments: number[], count: number, groupOf: (at: number) => number): number[] {
  const newest = new Map<number, number>();
  for (const at of moments.toSorted((a, b) => a - b)) newest.set(groupOf(at), at);
  return [...newest.values()].slice(-count);
}

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
