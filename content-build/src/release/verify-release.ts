/** Looks at a finished release before anybody can see it (architecture §3.5). */
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sha256 } from '../durable-file.ts';
import type { BuiltRelease } from './build-release.ts';
import type { PageRecord } from './manifest.ts';
import { pageFile, type ReleaseFolder, shardLink } from './release-folder.ts';
import { variantSuffixes } from './variants.ts';

/** Raised when a release is not what was planned; it is never linked then. */
export class VerificationError extends Error {
  override name = 'VerificationError';
}

function refuse(reason: string): never {
  throw new VerificationError(`The new release is not complete: ${reason}`);
}

/** Pages that are looked at before anything else gets a turn. */
const PORTION = 50;

function readPage(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** What was just written is in memory: a trip through the thread pool would cost more than the look. */
async function verifyPages(folder: string, { written }: BuiltRelease): Promise<void> {
  for (const [n, page] of written.entries()) {
    if (n % PORTION === PORTION - 1) await setImmediate();
    const { folder: shard } = pageFile(page.path);
    const file = path.join(folder, shard ?? '', page.file);
    const body = readPage(file) ?? refuse(`${page.path} is missing`);
    if (sha256(body) !== page.sha256) refuse(`${page.path} is damaged`);
    // The hash says that it is what came out; not that what came out is a page.
    if (page.file.endsWith('.html') && !body.includes('</html>'))
      refuse(`${page.path} has no content`);
    for (const suffix of variantSuffixes(file)) {
      const facts = statSync(file + suffix, { throwIfNoEntry: false });
      if (!facts?.size) refuse(`${page.path}${suffix} is missing or empty`);
    }
  }
}

/** Where a link leads; null when there is none. */
function readLink(place: string): string | null {
  try {
    return readlinkSync(place);
  } catch {
    return null;
  }
}

/** Looks at what is shared with earlier releases: only whether all of it is there, at one call each. */
function verifyShared(folder: string, { manifest, shards, written }: BuiltRelease): void {
  const fresh = new Set(written.map((page) => page.path));
  const verifyKept = (place: string, pages: PageRecord[]) => {
    for (const page of pages) {
      if (fresh.has(page.path)) continue;
      const facts = statSync(`${place}/${page.file}`, { throwIfNoEntry: false });
      if (facts?.size !== page.bytes) refuse(`${page.path} is missing`);
    }
  };
  verifyKept(folder, manifest.pages);
  // Other shards are those of the release before, which had its own look.
  for (const name of new Set(written.map((page) => pageFile(page.path).folder)))
    if (name !== null) verifyKept(`${folder}/${name}`, shards.get(name)?.pages ?? []);
  for (const [name, id] of Object.entries(manifest.shards)) {
    const place = `${folder}/${name}`;
    const target = readLink(place);
    if (target === null) refuse(`${name} is missing`);
    if (target !== shardLink(name, id)) refuse(`${name} leads elsewhere`);
    if (!existsSync(place)) refuse(`${name} leads nowhere`);
  }
}

/** One by one: a folder that nobody has read for a while costs four times as much to list. */
function verifyMedia(renditions: string, media: BuiltRelease['media']): void {
  for (const [url, title] of media) {
    const [, , folder, name] = url.split('/');
    if (!existsSync(`${renditions}/${folder}/${name}`))
      throw new VerificationError(
        `A picture of “${title}” is missing: ${path.posix.basename(url)}`,
        { cause: new Error(`there is no ${url}`) },
      );
  }
}

/** The pages of a build, new and shared. */
interface MadePages {
  written: Array<{ path: string }>;
  manifest: { pages: Array<{ path: string }> };
  shards: Map<string, { pages: Array<{ path: string }> }>;
}

/**
 * Checks that the build forgot nothing of its plan. Throws `VerificationError`. What it wrote is
 * looked at by `verifyRelease`.
 */
export function verifyPlanned(
  plan: { render: Array<{ path: string }>; drop: string[] },
  { written, manifest, shards }: MadePages,
): void {
  const made = new Set(written.map((page) => page.path));
  for (const route of plan.render) if (!made.has(route.path)) refuse(`${route.path} was forgotten`);
  if (!manifest.pages.some((page) => page.path === '/')) refuse('/ was forgotten');
  const ended = new Set(plan.drop);
  if (ended.size === 0) return;
  for (const { pages } of [manifest, ...shards.values()])
    for (const page of pages) if (ended.has(page.path)) refuse(`${page.path} should have ended`);
}

/**
 * Checks all that this publish made and that what it shares is there. Throws `VerificationError`.
 * `snapshotId` is what release.json must say.
 */
export async function verifyRelease(
  releases: ReleaseFolder,
  renditions: string,
  built: BuiltRelease,
  snapshotId: string,
): Promise<void> {
  await verifyFiles(releases, built, snapshotId);
  verifyMedia(renditions, built.media);
}

/** The same without the pictures, for a machine that does not have them. Throws `VerificationError`. */
export async function verifyFiles(
  releases: ReleaseFolder,
  built: BuiltRelease,
  snapshotId: string,
): Promise<void> {
  const folder = path.join(releases.root, built.manifest.id);
  const told = readPage(path.join(folder, 'release.json'))?.toString() ?? '{}';
  if (JSON.parse(told).id !== snapshotId) refuse('it is not the release that was asked for');
  await verifyPages(folder, built);
  verifyShared(folder, built);
  for (const { search, view } of Object.values(built.manifest.chunks))
    for (const name of [search, view])
      if (!existsSync(path.join(releases.index, name))) refuse(`the index file ${name} is missing`);
  for (const name of built.assets)
    if (!existsSync(path.join(releases.assets, name))) refuse(`the file ${name} is missing`);
}
