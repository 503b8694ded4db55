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

/** The first row of a query of the public database; undefined without one, and where it can't say. */
function readPublic(
  { publicDatabase }: Pick<DataFolder, 'publicDatabase'>,
  query: string,
  ...values: string[]
): unknown {
  if (!existsSync(publicDatabase)) return undefined;
  let client: BetterSqlite.Database | undefined;
  try {
    client = new BetterSqlite(publicDatabase, { readonly: true, timeout: 5000 });
    return client.prepare(query).get(...values);
  } catch {
    return undefined;
  } finally {
    client?.close();
  }
}

/** The content that the site was made from; null when its database can't say, which is made again then. */
export function shownContent(
  folder: Pick<DataFolder, 'publicDatabase'>,
): { epoch: string; revision: number } | null {
  const row = readPublic(folder, 'SELECT epoch, revision FROM state');
  return (row as { epoch: string; revision: number } | undefined) ?? null; // its columns
}

/** Whether the page of an address is still to be made. */
export const isToBeMade = (folder: Pick<DataFolder, 'publicDatabase'>, address: string): boolean =>
  readPublic(folder, 'SELECT 1 FROM dirty WHERE path = ?', address) !== undefined;
