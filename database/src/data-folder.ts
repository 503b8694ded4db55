/** Where everything stands below DATA_DIR; nothing else knows these names. */
import path from 'node:path';

export interface DataFolder {
  root: string;
  database: string;
  /** What visitors may know, made from it; in no backup. */
  publicDatabase: string;
  /** The lists that the API answers visitors with. */
  publicLists: string;
  secrets: string;
  backups: string;
  /** What restores replaced. */
  beforeRestore: string;
  /** Half-sent and sent uploads that are not finalised. */
  incoming: string;
  originals: string;
  /** Copies of what stands in a bucket, for as long as somebody works on them. */
  working: string;
  /** A library that waits to be taken in, unpacked. */
  imports: string;
  renditions: string;
  /** The public site: what web servers serve. */
  publicSite: string;
  /** Its folder of links to renditions. */
  publicMedia: string;
  /** What is made for it stands here until all of it is checked. */
  staging: string;
  /** Exported snapshots that jobs elsewhere build from. */
  snapshots: string;
  instanceLock: string;
  publishLock: string;
  /** Held by whoever makes a backup. */
  backupLock: string;
  /** Held by an import of a library. */
  importLock: string;
  /** How the last backups went. */
  backupStatus: string;
  /** Stands there while a restore puts things in place. */
  restoreMark: string;
  /** Touched by the worker while it works. A file and not a row: that would wake everyone who watches the database. */
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
