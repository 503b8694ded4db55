/** Removes what no kept release needs. Run it after a swap; it never touches the live release. */
import { rmSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type ReleaseManifest, releaseManifest } from './manifest.ts';
import { type ReleaseFolder, releaseManifestFile, shardManifestFile } from './release-folder.ts';
import { pruneSnapshots, sweepSnapshots } from './snapshot-store.ts';

/** Index files and client files that a tab opened before the swap may still ask for. */
export const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

const names = (folder: string) => readdir(folder).catch(() => [] as string[]);

async function readManifest(releases: ReleaseFolder, id: string): Promise<ReleaseManifest | null> {
  try {
    return releaseManifest.parse(
      JSON.parse(await readFile(releaseManifestFile(releases, id), 'utf8')),
    );
  } catch {
    return null;
  }
}

async function readManifests(
  releases: ReleaseFolder,
  ids: Iterable<string>,
): Promise<ReleaseManifest[]> {
  const found = await Promise.all([...ids].map((id) => readManifest(releases, id)));
  return found.filter((manifest) => manifest !== null);
}

/**
 * The manifests of releases that stay, or null when one that is there can't be read: then nobody
 * knows which shards it links to, and removing any could break the live site.
 */
async function readKept(
  releases: ReleaseFolder,
  ids: Set<string>,
): Promise<ReleaseManifest[] | null> {
  const manifests = await readManifests(releases, ids);
  const readable = new Set(manifests.map(({ id }) => id));
  const present = await names(releases.root);
  return present.some((name) => ids.has(name) && !readable.has(name)) ? null : manifests;
}

/** Folder and id of every shard version that these releases link to, as one text each. */
function shardVersions(manifests: ReleaseManifest[]): Set<string> {
  return new Set(
    manifests.flatMap(({ shards }) =>
      Object.entries(shards).map(([folder, id]) => `${folder.replace('/', '-')}/${id}`),
    ),
  );
}

/**
 * Removes a whole folder in one call: asking the thread pool for every file costs ten times what it
 * takes to remove it. Everybody else gets a turn after each.
 */
async function removeFolder(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await setImmediate();
}

async function removeShard(releases: ReleaseFolder, version: string): Promise<void> {
  const [folder = '', id = ''] = version.split('/');
  await removeFolder(path.join(releases.shards, folder, id));
  rmSync(shardManifestFile(releases, folder, id), { force: true });
}

async function removeRelease(releases: ReleaseFolder, id: string): Promise<void> {
  await removeFolder(path.join(releases.root, id));
  rmSync(releaseManifestFile(releases, id), { force: true });
}

/** Release folders and manifests that exist. */
async function knownReleases(releases: ReleaseFolder): Promise<Set<string>> {
  const folders = (await names(releases.root)).filter((name) => /^r\d+-/.test(name));
  const manifests = await names(path.join(releases.manifests, 'releases'));
  const ids = manifests.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
  return new Set([...folders, ...ids]);
}

/**
 * Removes all releases but these, and the shard versions that only they had. It costs what is
 * removed, not what is kept. Returns the ids that were removed.
 */
export async function pruneReleases(
  releases: ReleaseFolder,
  keepIds: Set<string>,
): Promise<string[]> {
  const removed = [...(await knownReleases(releases))].filter((id) => !keepIds.has(id));
  if (removed.length === 0) return [];
  const keptManifests = await readKept(releases, keepIds);
  if (!keptManifests) return [];
  const kept = shardVersions(keptManifests);
  for (const version of shardVersions(await readManifests(releases, removed)))
    if (!kept.has(version)) await removeShard(releases, version);
  await pruneSnapshots(releases, removed, keepIds);
  for (const id of removed) await removeRelease(releases, id);
  return removed;
}

function indexNames(manifests: ReleaseManifest[]): Set<string> {
  const chunks = manifests.flatMap((manifest) => Object.values(manifest.chunks));
  return new Set(chunks.flatMap(({ search, view }) => [search, view]));
}

async function removeOldFiles(folder: string, keep: Set<string>, before: number): Promise<void> {
  for (const name of await names(folder)) {
    if (keep.has(name.replace(/\.(?:br|gz)$/, ''))) continue;
    const file = path.join(folder, name);
    const facts = await stat(file).catch(() => null);
    if (facts?.isFile() && facts.mtimeMs < before) await rm(file, { force: true });
  }
}

/** Half-made releases and manifests of any process: nothing is being published now. */
async function removeTemporary(releases: ReleaseFolder): Promise<void> {
  for (const name of await names(releases.root))
    if (name.startsWith('.tmp-'))
      await rm(path.join(releases.root, name), { recursive: true, force: true });
  await rm(`${releases.current}.tmp`, { force: true });
  const manifests = (await names(releases.manifests)).map((name) =>
    path.join(releases.manifests, name),
  );
  for (const folder of [...manifests, releases.index, releases.assets])
    for (const name of await names(folder))
      if (name.endsWith('.tmp')) await rm(path.join(folder, name), { force: true });
}

/**
 * Looks at everything below releases/ and removes what is left over: from publishes that were cut
 * off or failed, and client and index files that no kept release has asked for in a week.
 */
export async function sweepReleases(
  releases: ReleaseFolder,
  keepIds: Set<string>,
  now: number,
): Promise<void> {
  await removeTemporary(releases);
  const manifests = await readKept(releases, keepIds);
  if (!manifests) return;
  const kept = shardVersions(manifests);
  for (const folder of await names(releases.shards))
    for (const id of await names(path.join(releases.shards, folder)))
      if (!kept.has(`${folder}/${id}`)) await removeShard(releases, `${folder}/${id}`);
  const assets = new Set(manifests.flatMap((manifest) => manifest.assets));
  await removeOldFiles(releases.index, indexNames(manifests), now - GRACE_MS);
  await removeOldFiles(releases.assets, assets, now - GRACE_MS);
  await sweepSnapshots(releases, keepIds);
}

/**
 * Leaves only the index files that a release asks for: earlier ones are still on the web for tabs
 * that are open, and may tell what was removed since.
 */
export async function closeIndex(
  releases: ReleaseFolder,
  manifest: ReleaseManifest,
): Promise<void> {
  await removeOldFiles(releases.index, indexNames([manifest]), Number.POSITIVE_INFINITY);
}
