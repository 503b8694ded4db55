/** Paths below DATA_DIR, named only here. */
import path from 'node:path';

export interface DataFolder {
  root: string;
  database: string;
  /** Public database, derived from the private one; not in backups. */
  publicDatabase: string;
  /** JSON lists of the public API. */
  publicLists: string;
  secrets: string;
  backups: string;
  /** Files that restores replaced. */
  beforeRestore: string;
  /** Uploads that are not finalised. */
  incoming: string;
  originals: string;
  /** Temporary copies of files in a bucket. */
  working: string;
  /** An unpacked library to import. */
  imports: string;
  renditions: string;
  /** The public site, as served. */
  publicSite: string;
  /** Its folder of links to renditions. */
  publicMedia: string;
  /** Rendered files of the site before they are checked and moved. */
  staging: string;
  /** Snapshots for CI jobs. */
  snapshots: string;
  instanceLock: string;
  publishLock: string;
  /** Held during a backup. */
  backupLock: string;
  /** Held during an import. */
  importLock: string;
  /** Outcome of the last backups. */
  backupStatus: string;
  /** Exists while a restore moves files in place. */
  restoreMark: string;
  /** Touched by the worker. A file, since writing a row would wake all processes that watch the database. */
  heartbeat: string;
}

export function dataFolder(root: string): DataFolder {
  const at = (...parts: string[]) => path.join(path.resolve(root), ...parts);
  return {
    root: at(),
    database: at('veldlicht.db'),
    publicDatabase: at('public.db'),
    publicLists: at('lists'),
    secrets: at('secrets'),
    backups: at('backups'),
    beforeRestore: at('before-restore'),
    incoming: at('incoming'),
    originals: at('originals'),
    working: at('working'),
    imports: at('imports'),
    renditions: at('renditions'),
    publicSite: at('public'),
    publicMedia: at('public', 'media'),
    staging: at('staging'),
    snapshots: at('build'),
    instanceLock: at('locks', 'instance.lock'),
    publishLock: at('locks', 'publish.lock'),
    backupLock: at('locks', 'backup.lock'),
    importLock: at('locks', 'import.lock'),
    backupStatus: at('backup-status.json'),
    restoreMark: at('restore-unfinished'),
    heartbeat: at('worker.alive'),
  };
}
