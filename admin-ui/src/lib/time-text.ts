/** Moments in the words of the panel's language, in the time zone of the person. */
import i18next from 'i18next';

/** Who forms dates and figures: 'nl-NL' or 'en-GB'. */
export const panelLocale = () => (i18next.language === 'nl' ? 'nl-NL' : 'en-GB');

/** An instant in full: '31 May 2026 at 09:05'. */
export function longMomentText(iso: string): string {
  const form = { dateStyle: 'long', timeStyle: 'short' } as const;
  return new Date(iso).toLocaleString(panelLocale(), form);
}

/**
 * The clock for today, else day and month as well. `now` decides what today is. With `seconds`, moments
 * of one minute can be told apart.
 */
export function momentText(iso: string, now = new Date(), { seconds = false } = {}): string {
  const at = new Date(iso);
  const clock = at.toLocaleTimeString(panelLocale(), {
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
  });
  if (at.toDateString() === now.toDateString()) return clock;
  const day = at.toLocaleDateString(panelLocale(), {
    day: 'numeric',
    month: 'short',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
  return `${day}, ${clock}`;
}

/** 'today' or 'yesterday'; null for any other day. */
function nearDay(at: Date, now: Date): string | null {
  const midnight = (date: Date) => new Date(date).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(at) - midnight(now)) / 86_400_000);
  if (days < -1 || days > 0) return null;
  return new Intl.RelativeTimeFormat(panelLocale(), { numeric: 'auto' }).format(days, 'day');
}

/** 'yesterday at 03:00'; of earlier days the date. `now` decides what today is. */
export function dayAndClockText(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const day = nearDay(at, now);
  if (day === null) return longMomentText(iso);
  const clock = at.toLocaleTimeString(panelLocale(), { hour: '2-digit', minute: '2-digit' });
  return i18next.t('dayAndClock', { day, clock });
}

/** The day of an instant over a list: 'Today', 'Yesterday', 'Monday 25 May'. `now` decides what today is. */
export function dayHeading(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const day =
    nearDay(at, now) ??
    at.toLocaleDateString(panelLocale(), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    });
  return day.charAt(0).toUpperCase() + day.slice(1);
}

/** A day without a time, or a month, in full: '31 May 2026', 'May 2026'. */
export function dayText(day: string): string {
  const isMonth = day.length === 'yyyy-mm'.length;
  const form = isMonth
    ? ({ month: 'long', year: 'numeric' } as const)
    : ({ dateStyle: 'long' } as const);
  const at = new Date(`${day}${isMonth ? '-15' : ''}T12:00:00Z`);
  return at.toLocaleDateString(panelLocale(), { ...form, timeZone: 'UTC' });
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago an instant was, in the largest whole unit: '3 hours ago', 'yesterday', 'just now'. */
export function agoText(iso: string, now = new Date()): string {
  // A clock that runs ahead of the server's must not tell of the future.
  const passed = Math.max(0, now.getTime() - Date.parse(iso));
  const words = new Intl.RelativeTimeFormat(panelLocale(), { numeric: 'auto' });
  const [unit, ms] = units.find(([, length]) => passed >= length) ?? [];
  return unit ? words.format(-Math.floor(passed / ms), unit) : i18next.t('justNow');
}
