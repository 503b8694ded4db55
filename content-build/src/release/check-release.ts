/** Compares the files of a release with its manifest: a disk, or a person, may have changed them since. */
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sha256 } from '../durable-file.ts';
import type { VariantSuffix } from './file-work.ts';
import type { LiveRelease, PageRecord } from './manifest.ts';
import { pageFile, type ReleaseFolder, shardLink } from './release-folder.ts';
import type { SiteRenderer } from './site-renderer.ts';
import { variantSuffixes } from './variants.ts';

/** What is not as it was made. */
export interface Damage {
  /** Addresses of pages. */
  pages: Set<string>;
  /** Paths of index files and of client files, which are named by their content. */
  index: string[];
  assets: string[];
}

/** Pages that are read before anything else gets a turn. */
const PORTION = 20;
/** A key that no page has: it is made anew, or ends. */
const DAMAGED = 'damaged';

const unpack: Record<VariantSuffix, (bytes: Buffer) => Buffer> = {
  '': (bytes) => bytes,
  '.br': brotliDecompressSync,
  '.gz': gunzipSync,
};

/** Whether all forms of a file hold what this hash is of; false when one can't be read. */
function isSound(file: string, isRight: (bytes: Buffer) => boolean): boolean {
  try {
    return variantSuffixes(file).every((form) => isRight(unpack[form](readFileSync(file + form))));
  } catch {
    return false;
  }
}

/** Whether a page has its bytes, in each form. */
export function isSoundPage(folder: string, page: Pick<PageRecord, 'file' | 'sha256'>): boolean {
  return isSound(path.join(folder, page.file), (bytes) => sha256(bytes) === page.sha256);
}

/** The same by the sizes alone, which costs a hundredth. */
function isWholePage(folder: string, page: PageRecord): boolean {
  const file = path.join(folder, page.file);
  return variantSuffixes(file).every((form) => {
    const size = statSync(file + form, { throwIfNoEntry: false })?.size ?? 0;
    return form === '' ? size === page.bytes : size > 0;
  });
}

function isLinked(place: string, target: string): boolean {
  try {
    return readlinkSync(place) === target;
  } catch {
    return false;
  }
}

/** Index files are called after the start of their hash. */
function damagedIndex(releases: ReleaseFolder, { manifest }: LiveRelease): string[] {
  const names = Object.values(manifest.chunks).flatMap(({ search, view }) => [search, view]);
  const files = names.map((name) => path.join(releases.index, name));
  return files.filter(
    (file) => !isSound(file, (bytes) => sha256(bytes).startsWith(path.basename(file, '.json'))),
  );
}

function damagedAssets(
  releases: ReleaseFolder,
  { manifest }: LiveRelease,
  site: Pick<SiteRenderer, 'assets' | 'assetsFolder'>,
): string[] {
  const present = manifest.assets.filter((name) => existsSync(path.join(site.assetsFolder, name)));
  const damaged = present.filter((name) => {
    const made = readFileSync(path.join(site.assetsFolder, name));
    return !isSound(path.join(releases.assets, name), (bytes) => bytes.equals(made));
  });
  return damaged.map((name) => path.join(releases.assets, name));
}

/**
 * Reads all of a release; with `sizes` it only looks whether everything is there and as long as it was. Only
 * client files of the present build can be compared.
 */
export async function findDamage(
  releases: ReleaseFolder,
  release: LiveRelease,
  site: Pick<SiteRenderer, 'assets' | 'assetsFolder'>,
  how: 'bytes' | 'sizes' = 'bytes',
): Promise<Damage> {
  const root = path.join(releases.root, release.manifest.id);
  const isRight = how === 'bytes' ? isSoundPage : isWholePage;
  const lost = new Set(
    Object.entries(release.manifest.shards)
      .filter(([name, id]) => !isLinked(path.join(root, name), shardLink(name, id)))
      .map(([name]) => name),
  );
  const pages = new Set<string>();
  let n = 0;
  for (const page of release.pages.values()) {
    const folder = pageFile(page.path).folder ?? '';
    if (lost.has(folder) || !isRight(path.join(root, folder), page)) pages.add(page.path);
    if (++n % PORTION === 0) await setImmediate();
  }
  const index = damagedIndex(releases, release);
  return { pages, index, assets: damagedAssets(releases, release, site) };
}

export function isDamaged({ pages, index, assets }: Damage): boolean {
  return pages.size + index.length + assets.length > 0;
}

/** Removes files that are named by their content: these are written where there is none. */
export async function removeDamaged({ index, assets }: Damage): Promise<void> {
  for (const file of [...index, ...assets])
    for (const form of variantSuffixes(file)) await rm(file + form, { force: true });
}

/** The release as a base to plan on: what is damaged is made anew, and shared by no later release. */
export function withoutDamage(release: LiveRelease, { pages, index, assets }: Damage): LiveRelease {
  const { manifest } = release;
  // Client files are put in place by whatever release is built.
  const isBad = ({ path: address }: PageRecord) =>
    pages.has(address) || (address === '/' && assets.length > 0);
  const mark = (page: PageRecord) => (isBad(page) ? { ...page, key: DAMAGED } : page);
  const shards = new Map(
    [...release.shards].map(([name, shard]) => [name, { ...shard, pages: shard.pages.map(mark) }]),
  );
  const names = new Set(index.map((file) => path.basename(file)));
  return {
    manifest: {
      ...manifest,
      pages: manifest.pages.map(mark),
      // Nothing can be shared with these, not even the link.
      shards: Object.fromEntries(
        Object.entries(manifest.shards).filter(
          ([name]) => !shards.get(name)?.pages.every(({ key }) => key === DAMAGED),
        ),
      ),
      chunks: Object.fromEntries(
        Object.entries(manifest.chunks).filter(
          ([, { search, view }]) => !names.has(search) && !names.has(view),
        ),
      ),
    },
    shards,
    pages: new Map([...release.pages].map(([address, page]) => [address, mark(page)])),
  };
}

/** For people: addresses of pages, names of files. */
export function damagedNames({ pages, index, assets }: Damage): string[] {
  return [...pages, ...[...index, ...assets].map((file) => path.basename(file))];
}
