/** Schedule, names and retention of backups. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { dayNumber } from '../amsterdam-day.ts';
import type { BackupStatus } from './backup-status.ts';

/** Hour of the day in Amsterdam. */
const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Amsterdam',
  hour: '2-digit',
  hourCycle: 'h23',
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Changes between summer and winter time happen before it. */
const NIGHT_HOUR = 3;
/** Delay after a failed attempt. */
const RETRY_MS = HOUR_MS;
const DAILY = 7;
const WEEKLY = 4;

/** The last 03:00 in Amsterdam at or before a moment. */
export function lastNight(now: number): number {
  for (let at = Math.floor(now / HOUR_MS) * HOUR_MS; ; at -= HOUR_MS)
    if (Number(clock.format(at)) === NIGHT_HOUR) return at;
}

/** Whether a backup is due. */
export function isBackupDue({ success, failure }: BackupStatus, now: number): boolean {
  if (success && success.at >= lastNight(now) && success.at <= now) return false;
  return !failure || failure.at > now || now - failure.at >= RETRY_MS;
}

/** `20261121T020000Z`. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
}

const NAME = /^veldlicht-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

export interface FoundBackup {
  name: string;
  /** Its folder. */
  place: string;
  /** Milliseconds since 1970, by its name. */
  at: number;
  /** Dated more than a day ahead: its clock was wrong, or this one is. */
  isFuture: boolean;
}

/**
 * Backups in a folder, newest first, those dated in the future last. All of them were restored as a test. `now` in
 * milliseconds since 1970.
 */
export function listBackups(backupDir: string, now: number): FoundBackup[] {
  let names: string[];
  try {
    names = readdirSync(backupDir);
  } catch {
    return [];
  }
  return names
    .filter((name) => NAME.test(name))
    .map((name) => {
      const at = Date.parse(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z'));
      return { name, place: path.join(backupDir, name), at, isFuture: at > now + DAY_MS };
    })
    .filter(({ at }) => !Number.isNaN(at))
    .sort((a, b) => Number(a.isFuture) - Number(b.isFuture) || b.at - a.at);
}

/** A backup dated in the future is kept this long after it was first found. */
export const FUTURE_KEPT_MS = WEEKLY * 7 * DAY_MS;

/** Day 0 was a Thursday. */
const weekNumber = (at: number) => Math.floor((dayNumber(at) + 3) / 7);

/** The newest moment of each of the last `count` groups. */
function newestOfEach(moments: number[], count: number, groupOf: (at: number) => number): number[] {
  const sorted = moments.toSorted((a, b) => a - b);
  return [...new Map(sorted.map((at) => [groupOf(at), at])).values()].slice(-count);
}

/**
 * Moments of backups to keep: the newest of each of the last 7 days and 4 finished weeks with backups, and all of the
 * last 24 hours. Days without a backup do not count, so that a server that was off loses none.
 */
export function momentsToKeep(moments: number[], now: number): Set<number> {
  const finished = moments.filter((at) => weekNumber(at) < weekNumber(now));
  return new Set([
    ...newestOfEach(moments, DAILY, dayNumber),
    ...newestOfEach(finished, WEEKLY, weekNumber),
    ...moments.filter((at) => at > now - DAY_MS),
  ]);
}
