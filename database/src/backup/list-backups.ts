import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isOfFuture, momentOf } from './backup-schedule.ts';

export interface FoundBackup {
  name: string;
  /** Its folder. */
  place: string;
  /** Milliseconds since 1970, by its name. */
  at: number;
  /** Nobody knows when it was made: its moment is yet to come. */
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
    .flatMap((name) => {
      const at = momentOf(name);
      if (at === null) return [];
      return [{ name, place: path.join(backupDir, name), at, isFuture: isOfFuture(at, now) }];
    })
    .sort((a, b) => Number(a.isFuture) - Number(b.isFuture) || b.at - a.at);
}
