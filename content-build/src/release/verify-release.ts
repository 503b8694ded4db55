/** Looks at a finished release before anybody can see it (architecture §3.5). */
import { existsSync, lstatSync, readlinkSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuiltRelease } from './build-release.ts';
import { variantSuffixes } from './compress.ts';
import { sha256 } from './durable-file.ts';
import { eachLimited } from './each-limited.ts';
import type { ReleaseManifest } from './manifest.ts';
import { pageFile, type ReleaseFolder, shardLink } from './release-folder.ts';

/** Raised when a release is not what was planned; it is never linked then. */
export class VerificationError extends Error {
  override name = 'VerificationError';
}

function refuse(reason: string): never {
  throw new VerificationError(`The new release is not complete: ${reason}`);
}

async function verifyPages(folder: string, { written }: BuiltRelease): Promise<void> {
  await eachLimited(written, 8, async (page) => {
    const { folder: shard } = pageFile(page.path);
    const file = path.join(folder, shard ?? '', page.file);
    const body = await readFile(file).catch(() => refuse(`${page.path} is missing`));
    if (sha256(body) !== page.sha256) refuse(`${page.path} is damaged`);
    // The hash says that it is what came out; not that what came out is a page.
    if (page.file.endsWith('.html') && !body.includes('</html>'))
      refuse(`${page.path} has no content`);
    for (const suffix of variantSuffixes(file)) {
      const facts = statSync(file + suffix, { throwIfNoEntry: false });
      if (!facts?.size) refuse(`${page.path}${suffix} is missing or empty`);
    }
  });
}

/** Looks at what is shared with earlier releases: only whether it is there, at one call each. */
function verifyShared(
  folder: string,
  { manifest, written }: Pick<BuiltRelease, 'manifest' | 'written'>,
): void {
  const fresh = new Set(written.map((page) => page.path));
  for (const page of manifest.pages) {
    if (fresh.has(page.path)) continue;
    const facts = statSync(path.join(folder, page.file), { throwIfNoEntry: false });
    if (facts?.size !== page.bytes) refuse(`${page.path} is missing`);
  }
  for (const [name, id] of Object.entries(manifest.shards)) {
    const place = path.join(folder, name);
    if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink())
      refuse(`${name} is missing`);
    if (readlinkSync(place) !== shardLink(name, id)) refuse(`${name} leads elsewhere`);
    if (!existsSync(place)) refuse(`${name} leads nowhere`);
  }
}

/** Looks whether all of a release is still there. Throws `VerificationError`. */
export function verifyPresent(releases: ReleaseFolder, manifest: ReleaseManifest): void {
  verifyShared(path.join(releases.root, manifest.id), { manifest, written: [] });
}

function verifyMedia(renditions: string, media: BuiltRelease['media']): void {
  for (const [url, title] of media)
    if (!existsSync(path.join(renditions, url.replace(/^\/media\//, ''))))
      throw new VerificationError(
        `A picture of “${title}” is missing: ${path.posix.basename(url)}`,
        { cause: new Error(`there is no ${url}`) },
      );
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
  const told = await readFile(path.join(folder, 'release.json'), 'utf8').catch(() => '{}');
  if (JSON.parse(told).id !== snapshotId) refuse('it is not the release that was asked for');
  await verifyPages(folder, built);
  verifyShared(folder, built);
  for (const { search, view } of Object.values(built.manifest.chunks))
    for (const name of [search, view])
      if (!existsSync(path.join(releases.index, name))) refuse(`the index file ${name} is missing`);
  for (const name of built.assets)
    if (!existsSync(path.join(releases.assets, name))) refuse(`the file ${name} is missing`);
}
