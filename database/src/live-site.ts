/** The site that visitors see, as it stands on the disk: the API, the worker and a start look at it alike. */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { DataFolder } from './data-folder.ts';

function hasBytes(file: string): boolean {
  try {
    const descriptor = openSync(file, 'r');
    try {
      return readSync(descriptor, Buffer.alloc(1)) > 0;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}

/** Whether visitors get a home page, in each of the forms that web servers choose from; false whatever stands in the way. */
export function isServable({ publicSite }: Pick<DataFolder, 'publicSite'>): boolean {
  const home = path.join(publicSite, 'index.html');
  return ['', '.br', '.gz'].every((form) => hasBytes(home + form));
}

/** The content that the site was made from; null when its database can't say, which is made again then. */
export function shownContent({
  publicDatabase,
}: Pick<DataFolder, 'publicDatabase'>): { epoch: string; revision: number } | null {
  if (!existsSync(publicDatabase)) return null;
  let client: BetterSqlite.Database | undefined;
  try {
    client = new BetterSqlite(publicDatabase, { readonly: true, timeout: 5000 });
    const row = client.prepare('SELECT epoch, revision FROM state').get();
    return (row as { epoch: string; revision: number } | undefined) ?? null; // its columns
  } catch {
    return null;
  } finally {
    client?.close();
  }
}
