/**
 * Compares the site folder with the table of pages, and removes files without a row: a disk fault or a person may have
 * changed the folder.
 */
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { sha256 } from '@veldlicht/database/sha256';
import { damagedAssets } from './assets.ts';
import type { PagesTable } from './pages-table.ts';
import { linkedMedia, unlinkMedia } from './public-media.ts';
import { ASSETS, type FileForm, fileAt, filesOf, formsOf } from './site-folder.ts';
import type { SiteRenderer } from './site-renderer.ts';

/** Rows per query. */
const PORTION = 500;

const unpack: Record<FileForm, (bytes: Buffer) => Buffer> = {
  '': (bytes) => bytes,
  '.br': brotliDecompressSync,
  '.gz': gunzipSync,
};

/** Whether every form of a file is readable and has the right bytes. */
function isSound(file: string, isRight: (bytes: Buffer) => boolean): boolean {
  try {
    return formsOf(file).every((form) => isRight(unpack[form](readFileSync(file + form))));
  } catch {
    return false;
  }
}

/** Addresses of pages, names of scripts and styles, and renditions folders whose link is missing. */
export interface Damage {
  pages: string[];
  assets: string[];
  media: string[];
}

/** Awaited before each file of a long check. */
export type Rest = () => Promise<void>;

type Folders = Pick<DataFolder, 'publicSite' | 'publicMedia'>;

/** Checks every page, asset and link. A page replaced during the check is compared with its new row. */
export async function findDamage(
  pages: PagesTable,
  { publicSite: root, publicMedia }: Folders,
  site: Pick<SiteRenderer, 'assets' | 'assetsFolder'>,
  rest: Rest = () => setImmediate(),
): Promise<Damage> {
  const damage: Damage = { pages: [], assets: [], media: [] };
  for (let after = ''; ; ) {
    const portion = pages.after(after, PORTION);
    for (const { path: address } of portion) {
      await rest();
      const hash = pages.hashOf(address);
      const isRight = (bytes: Buffer) => sha256(bytes) === hash;
      if (hash !== null && !isSound(fileAt(root, address), isRight)) damage.pages.push(address);
    }
    const last = portion.at(-1);
    if (!last) break;
    after = last.path;
  }
  await rest();
  damage.assets = damagedAssets(root, site, isSound);
  for (let after = ''; ; ) {
    const hashes = pages.mediaAfter(after, PORTION);
    for (const hash of hashes)
      if (!lstatSync(path.join(publicMedia, hash), { throwIfNoEntry: false }))
        damage.media.push(hash);
    const last = hashes.at(-1);
    if (last === undefined) break;
    after = last;
    await rest();
  }
  return damage;
}

export const isDamaged = (damage: Damage) => damagedNames(damage).length > 0;

export const damagedNames = ({ pages, assets, media }: Damage) => [...pages, ...assets, ...media];

/** Marks damaged pages dirty and removes damaged assets, so that the next publish recreates them. */
export function markDamaged(pages: PagesTable, root: string, damage: Damage): void {
  pages.lose(damage.pages);
  for (const name of damage.assets)
    for (const form of formsOf(name)) rmSync(path.join(root, ASSETS, name + form), { force: true });
  // Publishing an item's page links its renditions.
  pages.lose(pages.pathsShowing(damage.media));
}

/**
 * Removes files that belong to no page and links to renditions that no item shows; a kill may leave both. `hasChanged`:
 * the content is newer than the site, so a page without a row may show hidden content.
 */
export async function sweepSite(
  pages: PagesTable,
  { publicSite, publicMedia }: Folders,
  hasChanged: boolean,
): Promise<void> {
  let portion: { file: string; address: string | null }[] = [];
  const removeUnknown = async () => {
    const addresses = portion.flatMap(({ address }) => address ?? []);
    if (hasChanged) pages.distrust(addresses);
    const known = pages.known(addresses);
    for (const { file, address } of portion)
      if (address === null || !known.has(address)) await rm(file, { force: true });
    portion = [];
  };
  for await (const one of filesOf(publicSite)) {
    portion.push(one);
    if (portion.length === PORTION) await removeUnknown();
  }
  await removeUnknown();
  const linked = [...(await linkedMedia(publicMedia))];
  for (let from = 0; from < linked.length; from += PORTION) {
    const hashes = linked.slice(from, from + PORTION);
    const shown = pages.shownMedia(hashes);
    await unlinkMedia(
      publicMedia,
      hashes.filter((hash) => !shown.has(hash)),
    );
  }
}

/** Removes the releases of earlier versions, and the staging folder. */
export async function removeLeftovers({ root, staging }: DataFolder): Promise<void> {
  for (const name of [path.join(root, 'releases'), staging])
    await rm(name, { recursive: true, force: true });
}
