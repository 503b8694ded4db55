/**
 * Whether a release is what its manifest says: before anybody can see it (architecture §3.5), and
 * later, when a disk or a person may have changed it.
 */
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { reason } from '@veldlicht/contract/reason';
import { sha256 } from '@veldlicht/database/sha256';
import type { BuiltRelease } from './build-release.ts';
import type { ReleasePlan } from './plan-release.ts';
import {
  type LiveRelease,
  type PageRecord,
  pageFile,
  type ReleaseFolder,
  shardLink,
} from './release-folder.ts';
import { PublishError, type SiteRenderer } from './site-renderer.ts';
import { isSound, isSoundPage } from './sound-page.ts';
import { variantSuffixes } from './staging.ts';

/** Raised when a release is not what was planned; it is never linked then. */
export class VerificationError extends PublishError {
  override name = 'VerificationError';
}

function refuse(what: string): never {
  throw new VerificationError(reason('release_incomplete', { reason: what }));
}

/** Pages that are read before anything else gets a turn. */
const PORTION = 20;

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function isLinked(place: string, target: string): boolean {
  try {
    return readlinkSync(place) === target;
  } catch {
    return false;
  }
}

/** Whether the build forgot nothing of its plan. */
function verifyPlanned(plan: ReleasePlan, { manifest, shards, written }: BuiltRelease): void {
  const paths = new Set(written.map((page) => page.path));
  for (const { path } of plan.render) if (!paths.has(path)) refuse(`${path} was forgotten`);
  if (!manifest.pages.some((page) => page.path === '/')) refuse('/ was forgotten');
  const ended = new Set(plan.drop);
  if (ended.size === 0) return;
  for (const { pages } of [manifest, ...shards.values()])
    for (const page of pages) if (ended.has(page.path)) refuse(`${page.path} should have ended`);
}

/** What was just written is in memory: a trip through the thread pool would cost more than the look. */
async function verifyPages(folder: string, { written }: BuiltRelease): Promise<void> {
  for (const [n, page] of written.entries()) {
    if (n % PORTION === PORTION - 1) await setImmediate();
    const file = path.join(folder, pageFile(page.path).folder, page.file);
    const body = existsSync(file) ? readFileSync(file) : refuse(`${page.path} is missing`);
    if (sha256(body) !== page.sha256) refuse(`${page.path} is damaged`);
    // The hash says that it is what came out; not that what came out is a page.
    if (page.file.endsWith('.html') && !body.includes('</html>'))
      refuse(`${page.path} has no content`);
    for (const form of variantSuffixes(file))
      if (sizeOf(file + form) === 0) refuse(`${page.path}${form} is missing or empty`);
  }
}

/** Looks at what is shared with the release before: only whether all of it is there, at one call each. */
function verifyShared(folder: string, { manifest, shards, written }: BuiltRelease): void {
  const fresh = new Set(written.map((page) => page.path));
  // Other shards are those of the release before, which had its own look.
  const touched = new Set(written.map((page) => pageFile(page.path).folder));
  for (const name of new Set(['', ...touched])) {
    const pages = name === '' ? manifest.pages : (shards.get(name)?.pages ?? []);
    for (const page of pages)
      if (!fresh.has(page.path) && sizeOf(path.join(folder, name, page.file)) !== page.bytes)
        refuse(`${page.path} is missing`);
  }
  for (const [name, id] of Object.entries(manifest.shards)) {
    const place = `${folder}/${name}`;
    if (!isLinked(place, shardLink(name, id))) refuse(`${name} leads elsewhere`);
    if (!existsSync(place)) refuse(`${name} leads nowhere`);
  }
}

/**
 * Checks that all of the plan was made, as it is in memory, and that what is shared is there. Throws
 * `VerificationError`. A machine without the pictures has no `renditions`.
 */
export async function verifyRelease(
  releases: ReleaseFolder,
  plan: ReleasePlan,
  built: BuiltRelease,
  renditions: string | null,
): Promise<void> {
  verifyPlanned(plan, built);
  const { manifest, assets, media } = built;
  const folder = path.join(releases.root, manifest.id);
  const about = path.join(folder, 'release.json');
  if (!existsSync(about) || JSON.parse(readFileSync(about, 'utf8')).id !== plan.id)
    refuse('it is not the release that was asked for');
  await verifyPages(folder, built);
  verifyShared(folder, built);
  for (const { search, view } of Object.values(manifest.chunks))
    for (const name of [search, view])
      if (!existsSync(path.join(releases.index, name))) refuse(`the index file ${name} is missing`);
  for (const name of assets)
    if (!existsSync(path.join(releases.assets, name))) refuse(`the file ${name} is missing`);
  if (renditions === null) return;
  // One by one: a folder that nobody has read for a while costs four times as much to list.
  for (const [url, title] of media) {
    const [, , hash, name] = url.split('/');
    if (existsSync(`${renditions}/${hash}/${name}`)) continue;
    const cause = new Error(`there is no ${url}`);
    throw new VerificationError(reason('picture_missing', { title, file: String(name) }), {
      cause,
    });
  }
}

/** What is not as it was made. */
export interface Damage {
  /** Addresses of pages. */
  pages: Set<string>;
  /** Paths of index files and of client files, which are named by their content. */
  index: string[];
  assets: string[];
}

/** A key that no page has: it is made anew, or ends. */
const DAMAGED = 'damaged';

/** What a look at many files awaits before each: others get their turn. */
export type Rest = () => Promise<void>;

export interface Reading {
  rest?: Rest | undefined;
  /** What was read and found right, for another look at what is live by then. */
  sound?: Set<string>;
}

/** Reads all of a release. Only client files of the present build can be compared. */
export async function findDamage(
  releases: ReleaseFolder,
  { manifest, pages }: LiveRelease,
  site: Pick<SiteRenderer, 'assetsFolder'>,
  { rest = () => setImmediate(), sound = new Set() }: Reading = {},
): Promise<Damage> {
  const root = path.join(releases.root, manifest.id);
  const lost = new Set(
    Object.entries(manifest.shards)
      .filter(([name, id]) => !isLinked(path.join(root, name), shardLink(name, id)))
      .map(([name]) => name),
  );
  const damage: Damage = { pages: new Set(), index: [], assets: [] };
  for (const page of pages.values()) {
    const { folder } = pageFile(page.path);
    // Releases share the file of a page that stays.
    const known = `${page.path} ${page.sha256}`;
    if (!lost.has(folder) && sound.has(known)) continue;
    await rest();
    if (!lost.has(folder) && isSoundPage(path.join(root, folder), page)) sound.add(known);
    else damage.pages.add(page.path);
  }
  for (const name of Object.values(manifest.chunks).flatMap(({ search, view }) => [search, view])) {
    await rest();
    const file = path.join(releases.index, name);
    // Index files are called after the start of their hash.
    if (!isSound(file, (bytes) => sha256(bytes).startsWith(path.basename(name, '.json'))))
      damage.index.push(file);
  }
  for (const name of manifest.assets) {
    await rest();
    const original = path.join(site.assetsFolder, name);
    const file = path.join(releases.assets, name);
    if (!existsSync(original)) continue;
    const made = readFileSync(original);
    if (!isSound(file, (bytes) => bytes.equals(made))) damage.assets.push(file);
  }
  return damage;
}

export function isDamaged({ pages, index, assets }: Damage): boolean {
  return pages.size + index.length + assets.length > 0;
}

/** For people: addresses of pages, names of files. */
export function damagedNames({ pages, index, assets }: Damage): string[] {
  return [...pages, ...[...index, ...assets].map((file) => path.basename(file))];
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
  const mark = (page: PageRecord) =>
    pages.has(page.path) || (page.path === '/' && assets.length > 0)
      ? { ...page, key: DAMAGED }
      : page;
  const shards = new Map(
    [...release.shards].map(([name, shard]) => [name, { ...shard, pages: shard.pages.map(mark) }]),
  );
  // Nothing can be shared with these, not even the link.
  const isLost = (name: string) => shards.get(name)?.pages.every(({ key }) => key === DAMAGED);
  const names = new Set(index.map((file) => path.basename(file)));
  const kept = <T>(records: Record<string, T>, isKept: (entry: [string, T]) => boolean) =>
    Object.fromEntries(Object.entries(records).filter(isKept));
  return {
    manifest: {
      ...manifest,
      pages: manifest.pages.map(mark),
      shards: kept(manifest.shards, ([name]) => !isLost(name)),
      chunks: kept(
        manifest.chunks,
        ([, { search, view }]) => !names.has(search) && !names.has(view),
      ),
    },
    shards,
    pages: new Map([...release.pages].map(([address, page]) => [address, mark(page)])),
  };
}
