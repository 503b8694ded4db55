/** Products from several checkouts, each run by its own bench. */
import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { dataFolder } from '@veldlicht/database/data-folder';

/** This checkout. */
export const own = path.join(import.meta.dirname, '../..');

type Product = typeof import('./live-product.ts') &
  typeof import('./programs.ts') &
  Pick<typeof import('./seed-library.ts'), 'seedLibrary' | 'seedSeries'>;

/** Loads the bench of a compiled checkout. */
export async function productOf(checkout: string): Promise<Product> {
  const load = (name: string) => import(pathToFileURL(path.join(checkout, 'bench/src', name)).href);
  const parts = ['live-product.ts', 'programs.ts', 'seed-library.ts'].map(load);
  return Object.assign({}, ...(await Promise.all(parts)));
}

/** A library published for a port by one version of the product. */
export interface Library {
  product: Product;
  dataDir: string;
  port: number;
  items: number;
}

/** File of a page. */
export const pageFile = (dataDir: string, address: string): string =>
  path.join(dataFolder(dataDir).publicSite, `${address.slice(1)}.html`);

const PUBLISHED = ['public', 'staging', 'lists', 'public.db', 'public.db-wal', 'public.db-shm'];

/**
 * Moves published files into another folder. Deleting them would slow down the next publish, as ext4 skips each freed
 * inode one by one for minutes.
 */
export function unpublish(dataDir: string): void {
  const aside = mkdtempSync(`${dataDir}-published-`);
  for (const name of PUBLISHED) {
    const place = path.join(dataDir, name);
    if (existsSync(place)) renameSync(place, path.join(aside, name));
  }
}
