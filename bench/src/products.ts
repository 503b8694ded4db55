/** The product of a checkout of this project, run by what the bench of that checkout has for it. */
import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** This checkout. */
export const own = path.join(import.meta.dirname, '../..');

type Product = typeof import('./live-product.ts') &
  typeof import('./programs.ts') &
  Pick<typeof import('./seed-library.ts'), 'seedLibrary' | 'seedSeries'>;

/** Its bundles must have been compiled. */
export async function productOf(checkout: string): Promise<Product> {
  const load = (name: string) => import(pathToFileURL(path.join(checkout, 'bench/src', name)).href);
  const parts = ['live-product.ts', 'programs.ts', 'seed-library.ts'].map(load);
  return Object.assign({}, ...(await Promise.all(parts)));
}

/** A library in a data folder of its own, published for one port by one version of the product. */
export interface Library {
  product: Product;
  dataDir: string;
  port: number;
  items: number;
}

/** Before decision 110 a site stood in releases, with pages of items in folders by the end of their name. */
const SHARD = /^(foto\/)(.*(\d\d)\.html)$/;

/** The folder with the pages of a site. */
export const siteFolder = (dataDir: string) =>
  ['public', 'releases/current']
    .map((name) => path.join(dataDir, name))
    .find((folder) => existsSync(path.join(folder, 'index.html'))) ?? '';

/** The file with the page of an address. */
export function pageFile(dataDir: string, address: string): string {
  const site = siteFolder(dataDir);
  const name = `${address.slice(1)}.html`;
  const file = path.join(site, name);
  return existsSync(file) ? file : path.join(site, name.replace(SHARD, '$1$3/$2'));
}

const PUBLISHED = [
  'public',
  'staging',
  'releases',
  'lists',
  'index',
  'public.db',
  'public.db-wal',
  'public.db-shm',
];

/**
 * Moves what was published into another folder. Deleting it would slow down what comes next: for minutes ext4 passes
 * over each inode that was freed, one by one.
 */
export function unpublish(dataDir: string): void {
  const aside = mkdtempSync(`${dataDir}-published-`);
  for (const name of PUBLISHED) {
    const place = path.join(dataDir, name);
    if (existsSync(place)) renameSync(place, path.join(aside, name));
  }
}
