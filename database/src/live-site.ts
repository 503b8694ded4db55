/** State of the published site, read from disk. */
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

/** Whether the home page exists in each compressed form; false on any error. */
export function isServable({ publicSite }: Pick<DataFolder, 'publicSite'>): boolean {
  const home = path.join(publicSite, 'index.html');
  return ['', '.br', '.gz'].every((form) => hasBytes(home + form));
}

/** First row of a query of the public database; undefined without one, and when the database can't be read. */
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

/** Epoch and revision of the site; null when the public database can't be read. */
export function shownContent(
  folder: Pick<DataFolder, 'publicDatabase'>,
): { epoch: string; revision: number } | null {
  const row = readPublic(folder, 'SELECT epoch, revision FROM state');
  return (row as { epoch: string; revision: number } | undefined) ?? null; // its columns
}

/** Whether the page of an address is marked to be rendered. */
export const isToBeMade = (folder: Pick<DataFolder, 'publicDatabase'>, address: string): boolean =>
  readPublic(folder, 'SELECT 1 FROM dirty WHERE path = ?', address) !== undefined;
