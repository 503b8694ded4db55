/** When backups are due, how they are called, which there are, and which of them stay. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { dayNumber } from '../amsterdam-day.ts';
import type { BackupStatus } from './backup-status.ts';

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

/** The last 3 o'clock of Amsterdam at or before a moment. */
export function lastNight(now: number): number {
  for (let at = Math.floor(now / HOUR_MS) * HOUR_MS; ; at -= HOUR_MS)
    if (Number(clock.format(at)) === NIGHT_HOUR) return at;
}

/** Whether a backup is due, by how the last ones went. */
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
  /** Its moment is more than a day ahead: its clock was wrong, or ours is. */
  isFuture: boolean;
}

/**
 * The backups in a folder, newest first; those of the future last, so that no wrong clock makes one the newest.
 * What has the name of one was restored as a test. `now` in milliseconds since 1970.
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

/** A backup of the future stays for so long after it was first found: as long as weeks of others do. */
export const FUTURE_KEPT_MS = WEEKLY * 7 * DAY_MS;

/** Day 0 was a Thursday. */
const weekNumber = (at: number) => Math.floor((dayNumber(at) + 3) / 7);

/** The newest moment of each of the last `count` groups that have any. */
function newestOfEach(moments: number[], count: number, groupOf: (at: number) => number): number[] {
  const sorted = moments.toSorted((a, b) => a - b);
  return [...new Map(sorted.map((at) => [groupOf(at), at])).values()].slice(-count);
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
