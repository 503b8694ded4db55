/** Reads what the live release consists of, or null when there is none that can be trusted. */
import { readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import type { Entry } from '../snapshot/content-source.ts';
import type { BuiltRelease } from './build-release.ts';
import {
  type LiveRelease,
  type PageRecord,
  releaseManifest,
  type ShardManifest,
  shardManifest,
} from './manifest.ts';
import { type ReleaseFolder, releaseManifestFile, shardManifestFile } from './release-folder.ts';

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Id of the release that visitors see, or null. */
export async function currentReleaseId(releases: ReleaseFolder): Promise<string | null> {
  const target = await readlink(releases.current).catch(() => null);
  return target === null ? null : path.basename(target);
}

/** Loads a release by id. Throws when a manifest is missing or damaged. */
export async function loadRelease(releases: ReleaseFolder, id: string): Promise<LiveRelease> {
  const manifest = releaseManifest.parse(await readJson(releaseManifestFile(releases, id)));
  const shards = new Map<string, ShardManifest>();
  for (const [folder, version] of Object.entries(manifest.shards)) {
    const file = shardManifestFile(releases, folder, version);
    shards.set(folder, shardManifest.parse(await readJson(file)));
  }
  const pages = new Map<string, PageRecord>();
  for (const page of manifest.pages) pages.set(page.path, page);
  for (const shard of shards.values()) for (const page of shard.pages) pages.set(page.path, page);
  return { manifest, shards, pages };
}

/** The live release, or null: then everything is rendered anew. */
export async function loadLiveRelease(releases: ReleaseFolder): Promise<LiveRelease | null> {
  const id = await currentReleaseId(releases);
  if (id === null) return null;
  return loadRelease(releases, id).catch(() => null);
}

/**
 * The live release after a swap; `entries` are those that it was made of. The list of pages is brought up to date in place: copying it would
 * cost more than the publish of an edit.
 */
export function advance(
  live: LiveRelease | null,
  built: BuiltRelease,
  entries: Entry[],
): LiveRelease {
  const pages = live?.pages ?? new Map<string, PageRecord>();
  for (const path of built.dropped) pages.delete(path);
  for (const page of built.written) pages.set(page.path, page);
  return { manifest: built.manifest, shards: built.shards, pages, entries };
}
