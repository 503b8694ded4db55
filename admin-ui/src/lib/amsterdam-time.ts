/**
 * Clock times in Amsterdam, whatever the zone of the browser. Summer time follows the browser's
 * own tables.
 */
import { panelLocale } from './time-text.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const wall = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Amsterdam',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** An instant as the value of a `datetime-local` field in Amsterdam: '2026-12-12T08:00'. */
export function toAmsterdam(iso: string): string {
  const parts = wall.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]);
  const {
    year = '',
    month,
    day,
    hour,
    minute,
  } = Object.fromEntries(parts) as Record<string, string | undefined>; // texts by the names of the parts
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
}

/** Offset of Amsterdam from UTC at an instant, in milliseconds. */
function offsetAt(at: number): number {
  return Date.parse(`${toAmsterdam(new Date(at).toISOString())}Z`) - at;
}

/**
 * The instants of a clock time in Amsterdam, earliest first: usually one; two in the repeated hour when summer time
 * ends; none in the skipped hour when it begins.
 */
function instantsOf(asIfUtc: number): number[] {
  const offsets = new Set([offsetAt(asIfUtc - DAY_MS), offsetAt(asIfUtc + DAY_MS)]);
  return [...offsets]
    .map((offset) => asIfUtc - offset)
    .filter((at) => at + offsetAt(at) === asIfUtc)
    .sort((a, b) => a - b);
}

/** In a repeated hour `from` takes the later instant and `until` the earlier: the shorter time on the site. */
export type Bound = 'from' | 'until';

/**
 * Parses the value of a `datetime-local` field as a time in Amsterdam; null if malformed. A repeated time follows
 * `bound`; a skipped time means the same minute of the next hour.
 */
export function fromAmsterdam(text: string, bound: Bound): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null;
  const asIfUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asIfUtc)) return null;
  const found = instantsOf(asIfUtc);
  const at = bound === 'from' ? found.at(-1) : found[0];
  return new Date(at ?? asIfUtc - offsetAt(asIfUtc - DAY_MS)).toISOString();
}

/** Whether an instant is in the repeated hour, so that its zone has to be named. */
export function comesTwice(iso: string): boolean {
  return instantsOf(Date.parse(`${toAmsterdam(iso)}Z`)).length === 2;
}

/** Formats an instant in Amsterdam: '12 Dec 08:00', with the year if it is not that of `now`. */
export function amsterdamText(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const timeZone = 'Europe/Amsterdam';
  const sameYear = toAmsterdam(iso).slice(0, 4) === toAmsterdam(now.toISOString()).slice(0, 4);
  const day = at.toLocaleDateString(panelLocale(), {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
  const clock = at.toLocaleTimeString(panelLocale(), {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    ...(comesTwice(iso) ? { timeZoneName: 'short' } : {}),
  });
  return `${day} ${clock}`;
}
