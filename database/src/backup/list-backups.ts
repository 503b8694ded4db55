import { readdirSync } from 'node:fs';
import path from 'node:path';
import { momentOf } from './backup-schedule.ts';

export interface FoundBackup {
  name: string;
  /** Its folder. */
  place: string;
  /** Milliseconds since 1970, by its name. */
  at: number;
}

/** The backups in a folder, newest first. What has the name of one was restored as a test. */
export function listBackups(backupDir: string): FoundBackup[] {
  let names: string[];
  try {
    names = readdirSync(backupDir);
  } catch {
    return [];
  }
  return names
    .flatMap((name) => {
      const at = momentOf(name);
      return at === null ? [] : [{ name, place: path.join(backupDir, name), at }];
    })
    .sort((a, b) => b.at - a.at);
}
