/** Removes what no kept release needs. Run it after a swap; it never touches the live release. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { loadRelease } from './live-release.ts';
import type { LiveRelease } from './manifest.ts';
import { type ReleaseFolder, releaseManifestFile, shardManifestFile } from './release-folder.ts';

/** Index files and assets that a tab opened before the swap may still ask for. */
export const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

const names = (folder: string) => readdir(folder).catch(() => [] as string[]);

/** Manifest ids and release folders that exist. */
async function knownReleases(releases: ReleaseFolder): Promise<Set<string>> {
  const folders = (await names(releases.root)).filter((name) => /^r\d+-/.test(name));
  const manifests = await names(path.join(releases.manifests, 'releases'));
  return new Set([...folders, ...manifests.map((name) => name.replace(/\.json$/, ''))]);
}

async function removeOldFiles(folder: string, keep: Set<string>, before: number): Promise<void> {
  for (const name of await names(folder)) {
    if (keep.has(name.replace(/\.(?:br|gz)$/, ''))) continue;
    const file = path.join(folder, name);
    const facts = await stat(file).catch(() => null);
    if (facts?.isFile() && facts.mtimeMs < before) await rm(file, { force: true });
  }
}

/**
 * Keeps the given releases and all they share. Returns the ids that were removed. Leftovers of
 * publishes that were cut off go too.
 */
export async function pruneReleases(
  releases: ReleaseFolder,
  keepIds: Set<string>,
  now: number,
): Promise<string[]> {
  const kept: LiveRelease[] = [];
  for (const id of keepIds) {
    const release = await loadRelease(releases, id).catch(() => null);
    if (release) kept.push(release);
  }
  const removed = [...(await knownReleases(releases))].filter((id) => !keepIds.has(id));
  for (const id of removed) {
    await rm(path.join(releases.root, id), { recursive: true, force: true });
    await rm(releaseManifestFile(releases, id), { force: true });
  }
  const versions = new Map<string, Set<string>>();
  for (const { manifest } of kept)
    for (const [name, id] of Object.entries(manifest.shards)) {
      const folder = name.replace('/', '-');
      versions.set(folder, (versions.get(folder) ?? new Set()).add(id));
    }
  for (const folder of await names(releases.shards))
    for (const id of await names(path.join(releases.shards, folder)))
      if (!versions.get(folder)?.has(id)) {
        await rm(path.join(releases.shards, folder, id), { recursive: true, force: true });
        await rm(shardManifestFile(releases, folder, id), { force: true });
      }
  const chunks = kept.flatMap(({ manifest }) => Object.values(manifest.chunks));
  const assets = kept.flatMap(({ manifest }) => manifest.assets);
  await removeOldFiles(releases.index, new Set(chunks.map(({ name }) => name)), now - GRACE_MS);
  await removeOldFiles(releases.assets, new Set(assets), now - GRACE_MS);
  return removed;
}
