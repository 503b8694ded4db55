/**
 * Removes what no kept release needs, and what publishes that failed or were cut off left behind. Run it
 * while nothing is being published; it never touches the live release.
 */
import { rmSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  type ReleaseFolder,
  type ReleaseManifest,
  readManifest,
  releaseManifestFile,
  shardManifestFile,
} from './release-folder.ts';
import { readSnapshotList } from './snapshot-store.ts';

/** Index files and client files that a tab opened before the swap may still ask for. */
export const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

const names = (folder: string) => readdir(folder).catch(() => [] as string[]);

/**
 * The manifests of releases that stay, or null when one that is there can't be read: then nobody
 * knows which shards it links to, and removing any could break the live site.
 */
async function readKept(
  releases: ReleaseFolder,
  ids: Set<string>,
  present: string[],
): Promise<ReleaseManifest[] | null> {
  const read = (id: string) => readManifest(releases, id).catch(() => null);
  const found = await Promise.all([...ids].map(read));
  const manifests = found.filter((manifest) => manifest !== null);
  const readable = new Set(manifests.map(({ id }) => id));
  return present.some((name) => ids.has(name) && !readable.has(name)) ? null : manifests;
}

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

function indexNames(manifests: ReleaseManifest[]): Set<string> {
  const chunks = manifests.flatMap((manifest) => Object.values(manifest.chunks));
  return new Set(chunks.flatMap(({ search, view }) => [search, view]));
}

async function pruneSnapshots({ snapshots }: ReleaseFolder, lists: Map<string, Set<string>>) {
  const chunks = new Set([...lists.values()].flatMap((names) => [...names]));
  await removeFiles(snapshots, (name) => name.endsWith('.json') && lists.has(name.slice(0, -5)));
  const isUsed = (name: string) => chunks.has(name.replace(/\.json\.gz$/, ''));
  await removeFiles(path.join(snapshots, 'chunks'), isUsed);
}

/**
 * Removes all releases but these, and what only they had; client and index files once no kept release
 * has asked for them in a week.
 */
export async function pruneReleases(
  releases: ReleaseFolder,
  keepIds: Set<string>,
  now: number,
): Promise<void> {
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
  const kept = await readKept(releases, keepIds, present);
  if (!kept) return;
  const listed = (await names(path.join(manifests, 'releases'))).map((name) =>
    path.basename(name, '.json'),
  );
  const known = new Set([...present.filter((name) => /^r\d+-/.test(name)), ...listed]);
  for (const id of known) {
    if (keepIds.has(id)) continue;
    await removeFolder(path.join(root, id));
    rmSync(releaseManifestFile(releases, id), { force: true });
  }
  const versions = new Set(
    kept.flatMap(({ shards }) =>
      Object.entries(shards).map(([folder, id]) => `${folder.replace('/', '-')}/${id}`),
    ),
  );
  for (const folder of await names(shards))
    for (const id of await names(path.join(shards, folder))) {
      if (versions.has(`${folder}/${id}`)) continue;
      await removeFolder(path.join(shards, folder, id));
      rmSync(shardManifestFile(releases, folder, id), { force: true });
    }
  const lists = new Map<string, Set<string>>();
  for (const id of keepIds) {
    const list = await readSnapshotList(releases, id);
    lists.set(id, new Set(list?.chunks.map(({ name }) => name)));
  }
  await pruneSnapshots(releases, lists);
  const [indexed, clientFiles] = [indexNames(kept), new Set(kept.flatMap(({ assets }) => assets))];
  await removeFiles(index, (name) => indexed.has(plainName(name)), now - GRACE_MS);
  await removeFiles(assets, (name) => clientFiles.has(plainName(name)), now - GRACE_MS);
}

/**
 * Leaves only the index files that a release asks for: earlier ones are still on the web for tabs
 * that are open, and may tell what was removed since.
 */
export async function closeIndex(
  releases: ReleaseFolder,
  manifest: ReleaseManifest,
): Promise<void> {
  const indexed = indexNames([manifest]);
  await removeFiles(releases.index, (name) => indexed.has(plainName(name)));
}
