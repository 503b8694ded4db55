/** Instants in the panel's language, in the browser's time zone. */
import i18next from 'i18next';

/** Locale of dates and numbers: 'nl-NL' or 'en-GB'. */
export const panelLocale = () => (i18next.language === 'nl' ? 'nl-NL' : 'en-GB');

/** '31 May 2026 at 09:05'. */
export function longMomentText(iso: string): string {
  const form = { dateStyle: 'long', timeStyle: 'short' } as const;
  return new Date(iso).toLocaleString(panelLocale(), form);
}

/** The time, before today with day and month. */
export function momentText(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const clock = at.toLocaleTimeString(panelLocale(), { hour: '2-digit', minute: '2-digit' });
  if (at.toDateString() === now.toDateString()) return clock;
  const day = at.toLocaleDateString(panelLocale(), {
    day: 'numeric',
    month: 'short',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
  return `${day}, ${clock}`;
}

/** 'today' or 'yesterday'; null for other days. */
function nearDay(at: Date, now: Date): string | null {
  const midnight = (date: Date) => new Date(date).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(at) - midnight(now)) / 86_400_000);
  if (days < -1 || days > 0) return null;
  return new Intl.RelativeTimeFormat(panelLocale(), { numeric: 'auto' }).format(days, 'day');
}

/** 'yesterday at 03:00'; earlier days by date. */
export function dayAndClockText(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const day = nearDay(at, now);
  if (day === null) return longMomentText(iso);
  const clock = at.toLocaleTimeString(panelLocale(), { hour: '2-digit', minute: '2-digit' });
  return i18next.t('dayAndClock', { day, clock });
}

/** Heading of a day: 'Today', 'Yesterday', 'Monday 25 May'. */
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

/** A date or month: '31 May 2026', 'May 2026'. */
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

/** In the largest whole unit: '3 hours ago', 'yesterday', 'just now'. */
export function agoText(iso: string, now = new Date()): string {
  // The server's clock may be ahead.
  const passed = Math.max(0, now.getTime() - Date.parse(iso));
  const words = new Intl.RelativeTimeFormat(panelLocale(), { numeric: 'auto' });
  const [unit, ms] = units.find(([, length]) => passed >= length) ?? [];
  return unit ? words.format(-Math.floor(passed / ms), unit) : i18next.t('justNow');
}
