/**
 * Removes what the live release does not need, and what publishes that failed or were cut off left behind. Run it
 * while nothing is being published; it never touches the live release.
 */
import { existsSync, rmSync, utimesSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  currentReleaseId,
  type ReleaseFolder,
  type ReleaseManifest,
  readManifest,
  releaseManifestFile,
  shardManifestFile,
} from './release-folder.ts';
import { variantSuffixes } from './staging.ts';

/** Client files that a tab opened before the site was rebuilt may still request. */
const GRACE_MS = 30 * 24 * 60 * 60 * 1000;

const names = (folder: string) => readdir(folder).catch(() => [] as string[]);

/** In one call: asking the thread pool for every file costs ten times what it takes to remove it. */
async function removeFolder(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await setImmediate();
}

/** Removes the files of a folder that are not to be kept and were last written before a moment (ms). */
async function removeFiles(
  folder: string,
  isKept: (name: string) => boolean,
  before = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (const name of await names(folder)) {
    if (isKept(name)) continue;
    const file = path.join(folder, name);
    const facts = await stat(file).catch(() => null);
    if (facts?.isFile() && facts.mtimeMs < before) await rm(file, { force: true });
  }
}

/** Without the ending of a compressed form. */
const plainName = (name: string) => name.replace(/\.(?:br|gz)$/, '');
const isTemporary = (name: string) => name.endsWith('.tmp');

/** The days of grace of client files begin when the last release that asks for them goes. */
async function retireAssets(releases: ReleaseFolder, id: string, live: Set<string>, now: number) {
  const manifest = await readManifest(releases, id).catch(() => null);
  for (const name of manifest?.assets ?? []) {
    const file = path.join(releases.assets, name);
    if (live.has(name)) continue;
    for (const form of variantSuffixes(file))
      if (existsSync(file + form)) utimesSync(file + form, now / 1000, now / 1000);
  }
}

/** Removes all releases but the live one, and what only they had. */
export async function pruneReleases(releases: ReleaseFolder, now: number): Promise<void> {
  const { root, manifests, shards, index, assets } = releases;
  const present = await names(root);
  for (const name of present)
    if (name.startsWith('.tmp-')) await removeFolder(path.join(root, name));
  await rm(`${releases.current}.tmp`, { force: true });
  for (const folder of [
    ...(await names(manifests)).map((name) => path.join(manifests, name)),
    index,
    assets,
  ])
    await removeFiles(folder, (name) => !isTemporary(name));
  const liveId = await currentReleaseId(releases);
  const live = liveId === null ? null : await readManifest(releases, liveId).catch(() => null);
  // Nobody knows which shards it links to: removing any could break the site.
  if (!live) return;
  const clientFiles = new Set(live.assets);
  const listed = (await names(path.join(manifests, 'releases'))).map((name) =>
    path.basename(name, '.json'),
  );
  const known = new Set([...present.filter((name) => /^r\d+-/.test(name)), ...listed]);
  known.delete(live.id);
  for (const id of known) {
    await removeFolder(path.join(root, id));
    await retireAssets(releases, id, clientFiles, now);
    rmSync(releaseManifestFile(releases, id), { force: true });
  }
  const versions = new Set(
    Object.entries(live.shards).map(([folder, id]) => `${folder.replace('/', '-')}/${id}`),
  );
  for (const folder of await names(shards))
    for (const id of await names(path.join(shards, folder))) {
      if (versions.has(`${folder}/${id}`)) continue;
      await removeFolder(path.join(shards, folder, id));
      rmSync(shardManifestFile(releases, folder, id), { force: true });
    }
  // Where versions before this one wrote down what each release showed.
  await removeFolder(path.join(root, 'snapshots'));
  await closeIndex(releases, live);
  await removeFiles(assets, (name) => clientFiles.has(plainName(name)), now - GRACE_MS);
}

/** Leaves only the index files that a release asks for: any other one may tell what was removed since. */
export async function closeIndex(
  { index }: ReleaseFolder,
  { chunks }: ReleaseManifest,
): Promise<void> {
  const used = new Set(Object.values(chunks).flatMap(({ search, view }) => [search, view]));
  await removeFiles(index, (name) => used.has(plainName(name)));
}
