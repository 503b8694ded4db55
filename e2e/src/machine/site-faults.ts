/**
 * Checks that the site's folder is complete: its files against the table that lists them, with code independent of the
 * publisher (faults F5, F6).
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const COMPRESSED = /\.(?:html|json|svg|txt|xml|webmanifest)$/;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** File of an address; a page's file has an extension. */
function fileOf(address: string): string {
  if (address === '/') return 'index.html';
  return address.slice(1) + (path.posix.basename(address).includes('.') ? '' : '.html');
}

/** Files below a folder that are pages or strays. */
function filesBelow(folder: string, below = ''): string[] {
  return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(below, entry.name);
    if (name === '_astro' || name === 'media') return [];
    return entry.isDirectory() ? filesBelow(folder, name) : [name];
  });
}

/** Addresses of the files that a page loads. */
const namesIn = (html: string) => [
  ...new Set(html.match(/\/(?:_astro|media\/[0-9a-f]{32})\/[\w.-]+\.\w+/g)),
];

function faultsOfPage(site: string, address: string, hash: string): string[] {
  const name = fileOf(address);
  const file = path.join(site, name);
  if (!existsSync(file)) return [`${address} is missing`];
  const bytes = readFileSync(file);
  const faults = sha256(bytes) === hash ? [] : [`${address} is not the page of its row`];
  if (COMPRESSED.test(name)) {
    const [br, gz] = [brotliDecompressSync, gunzipSync];
    if (!br(readFileSync(`${file}.br`)).equals(bytes)) faults.push(`${name}.br is another page`);
    if (!gz(readFileSync(`${file}.gz`)).equals(bytes)) faults.push(`${name}.gz is another page`);
  }
  if (!name.endsWith('.html')) return faults;
  const lost = namesIn(bytes.toString()).filter((one) => !existsSync(path.join(site, one)));
  return [...faults, ...lost.map((one) => `${address} asks for ${one}, which is not there`)];
}

/** Faults of the site in an idle data folder, one line each. */
export function siteFaults(dataDir: string): string[] {
  const site = path.join(dataDir, 'public');
  const db = new DatabaseSync(path.join(dataDir, 'public.db'), { readOnly: true });
  const read = (sql: string) => db.prepare(sql).all() as { path: string; hash: string }[]; // its columns
  const pages = read('SELECT path, hash FROM pages');
  const dirty = read('SELECT path FROM dirty');
  db.close();
  const faults = dirty.map((row) => `${row.path} is still to be looked at`);
  if (pages.length === 0) faults.push('there is no page');
  const known = new Set(pages.map((page) => fileOf(page.path)));
  for (const page of pages) faults.push(...faultsOfPage(site, page.path, page.hash));
  for (const name of filesBelow(site))
    if (!known.has(name.replace(/\.(?:br|gz)$/, ''))) faults.push(`${name} is no page`);
  for (const name of readdirSync(path.join(site, 'media')))
    if (!statSync(path.join(site, 'media', name), { throwIfNoEntry: false })?.isDirectory())
      faults.push(`media/${name} leads nowhere`);
  const staging = path.join(dataDir, 'staging');
  if (existsSync(staging)) faults.push(`${staging} was left lying about`);
  return faults;
}
