/** Days as the owner's calendar has them, whatever the clock of the server says (pure). */

const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Amsterdam',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** To ask the calendar takes longer than all else about a record of a view. */
const known = new Map<number, string>();
const KNOWN_AT_MOST = 10_000;

/** yyyy-mm-dd of a moment in milliseconds since 1970; Amsterdam is whole hours away from UTC. */
export function amsterdamDay(at: number): string {
  const hour = Math.floor(at / HOUR_MS);
  const before = known.get(hour);
  if (before !== undefined) return before;
  if (known.size >= KNOWN_AT_MOST) known.clear();
  const day = calendar.format(hour * HOUR_MS);
  known.set(hour, day);
  return day;
}

/** Number of a day, counted from 1 January 1970. */
export function dayNumber(at: number): number {
  return Date.parse(`${amsterdamDay(at)}T00:00:00Z`) / DAY_MS;
}

/** The last `count` days, today included, oldest first. */
export function lastDays(count: number, now: number): string[] {
  const first = dayNumber(now) - count + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date((first + index) * DAY_MS).toISOString().slice(0, 10),
  );
}
