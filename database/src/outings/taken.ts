/** Times of capture, and which items may have been taken together. Pure. */
import { amsterdamDay } from '../amsterdam-day.ts';

/** Period in which an item was taken, in UTC milliseconds. */
export interface Taken {
  from: number;
  until: number;
  /** yyyy-mm-dd, from the camera clock or its owner. */
  day: string;
  /** Time of the camera clock, as if it were UTC; null when unknown. */
  clock: number | null;
}

export interface FileTime {
  date?: string | null | undefined;
  time?: string | null | undefined;
  /** "+02:00". */
  offset?: string | null | undefined;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Longest time between two items of an outing. */
const NEAR_MS = 2 * HOUR_MS;
/** The same when the time zones may differ, as with videos, which state UTC. */
export const DOUBTFUL_MS = 4 * HOUR_MS;

/** Longest time between two items of one upload. */
export const ONE_UPLOAD_MS = HOUR_MS;

function offsetMs(offset: string | null | undefined): number | null {
  const found = /^([+-])(\d\d):?(\d\d)$/.exec(offset ?? '');
  if (!found) return null;
  const [, sign, hours, minutes] = found;
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -size : size;
}

/** The start of a day in Amsterdam: one or two hours before the UTC day. */
function startOfDay(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const isWinter = amsterdamDay(utc - 2 * HOUR_MS) !== day;
  return utc - (isWinter ? 1 : 2) * HOUR_MS;
}

/**
 * A moment when the file states time and offset and nobody corrected its day; otherwise the whole day in the owner's
 * time zone. Null when no day is known.
 */
export function takenOf(date: string | null, file: FileTime): Taken | null {
  const day = date ?? file.date ?? null;
  if (day === null) return null;
  const parsed = day === file.date && file.time ? Date.parse(`${day}T${file.time}Z`) : Number.NaN;
  const clock = Number.isNaN(parsed) ? null : parsed;
  const offset = offsetMs(file.offset);
  if (clock !== null && offset !== null)
    return { from: clock - offset, until: clock - offset, day, clock };
  const from = startOfDay(day);
  return { from, until: from + DAY_MS - 1, day, clock };
}

const isMoment = ({ from, until }: Taken) => from === until;

/** Whether two items may have been taken within two hours of each other. */
export function isNearInTime(a: Taken, b: Taken): boolean {
  const apart = Math.max(a.from - b.until, b.from - a.until);
  if (isMoment(a) && isMoment(b)) return apart <= NEAR_MS;
  if (a.day === b.day) return true;
  if (a.clock !== null && b.clock !== null && Math.abs(a.clock - b.clock) <= DOUBTFUL_MS)
    return true;
  return (isMoment(a) || isMoment(b)) && apart <= DOUBTFUL_MS;
}
