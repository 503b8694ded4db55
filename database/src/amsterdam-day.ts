/** Days in Amsterdam, whatever the time zone of the server. Pure. */
import { cacheOf } from '@veldlicht/contract/cache';

const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Amsterdam',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** By hour: formatting a date is the slowest step of counting a view. */
const days = cacheOf<number, string>(10_000);

/** yyyy-mm-dd of a moment in milliseconds since 1970. Amsterdam's offset from UTC is whole hours. */
export function amsterdamDay(at: number): string {
  const hour = Math.floor(at / HOUR_MS);
  return days(hour, () => calendar.format(hour * HOUR_MS));
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
