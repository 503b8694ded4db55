/**
 * What each kept release showed, as data beside the releases, where no web server looks: items in
 * chunks that are named by their content and shared, and one list per release (decision 028).
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { exists, makeFolder, replaceFile } from '@veldlicht/database/durable-file';
import { sha256 } from '@veldlicht/database/sha256';
import { z } from 'zod';
import { type ContentSource, withItems } from '../snapshot/content-source.ts';
import { isLessPublic } from '../snapshot/rollback-source.ts';
import {
  factsOf,
  type Snapshot,
  type SnapshotItem,
  snapshotFacts,
  snapshotItem,
} from '../snapshot/snapshot-file.ts';
import type { ReleaseFolder } from './release-folder.ts';
import { planChunks } from './site-routes.ts';

const gzipAsync = promisify(gzip);
const gunzipAsync = promisify(gunzip);
/** For the owner of the process only. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

const list = snapshotFacts.extend({
  chunks: z.array(z.object({ number: z.int(), key: z.string(), name: z.string() })),
});
export type SnapshotList = z.infer<typeof list>;

const listFile = ({ snapshots }: ReleaseFolder, id: string) => path.join(snapshots, `${id}.json`);
const chunkFile = ({ snapshots }: ReleaseFolder, name: string) =>
  path.join(snapshots, 'chunks', `${name}.json.gz`);

/** The list of a release, or null when there is none that can be read. */
export async function readSnapshotList(
  releases: ReleaseFolder,
  id: string,
): Promise<SnapshotList | null> {
  try {
    return list.parse(JSON.parse(await readFile(listFile(releases, id), 'utf8')));
  } catch {
    return null;
  }
}

/** The items of a chunk. Throws when it is missing or not what its name says. */
async function readChunk(releases: ReleaseFolder, name: string): Promise<unknown> {
  const json = await gunzipAsync(await readFile(chunkFile(releases, name)));
  if (chunkName(json) !== name) throw new Error(`the snapshot chunk ${name} is damaged`);
  return JSON.parse(json.toString('utf8'));
}

function chunkName(json: Buffer): string {
  return sha256(json).slice(0, 32);
}

/** All that a release showed. Throws when any of it is missing or damaged. */
export async function readSnapshot(releases: ReleaseFolder, id: string): Promise<Snapshot> {
  const known = await readSnapshotList(releases, id);
  if (!known) throw new Error(`there is no snapshot of ${id}`);
  const { chunks, ...facts } = known;
  const items: SnapshotItem[] = [];
  for (const { name } of chunks)
    items.push(...z.array(snapshotItem).parse(await readChunk(releases, name)));
  return { ...facts, items };
}

/**
 * Writes down what a release shows; chunks that did not change since `known` are shared with it.
 * Run it after the swap: no visitor waits for it.
 */
export async function writeSnapshot(
  releases: ReleaseFolder,
  id: string,
  source: ContentSource,
  known: SnapshotList | null,
): Promise<SnapshotList> {
  const folder = path.join(releases.snapshots, 'chunks');
  await makeFolder(folder, FOLDER_MODE);
  const before = new Map(known?.chunks.map((chunk) => [chunk.number, chunk]));
  const chunks: SnapshotList['chunks'] = [];
  for (const { number, key, entries } of planChunks(source)) {
    const same = before.get(number);
    if (same?.key === key) {
      chunks.push(same);
      continue;
    }
    const json = Buffer.from(JSON.stringify(withItems(source, entries)));
    const name = chunkName(json);
    const file = chunkFile(releases, name);
    // The fastest level: it makes a tenth of the text, the others hardly less.
    if (!(await exists(file)))
      await replaceFile(file, await gzipAsync(json, { level: 1 }), FILE_MODE);
    chunks.push({ number, key, name });
  }
  const fresh = { ...factsOf(source), chunks };
  await replaceFile(listFile(releases, id), JSON.stringify(fresh), FILE_MODE);
  return fresh;
}

/**
 * Whether something that an earlier release showed may not be shown any more. Looks only at chunks
 * that changed; what can't be read may have held anything.
 */
export async function hasRemoved(
  releases: ReleaseFolder,
  known: SnapshotList | null,
  source: ContentSource,
): Promise<boolean> {
  if (!known) return true;
  const today = new Map(planChunks(source).map((chunk) => [chunk.number, chunk]));
  for (const { number, key, name } of known.chunks) {
    const chunk = today.get(number);
    if (chunk?.key === key) continue;
    if (!chunk) return true;
    const then = await readChunk(releases, name).catch(() => null);
    // We wrote it, and its name vouches for every byte of it.
    if (!then || isLessPublic(then as SnapshotItem[], withItems(source, chunk.entries)))
      return true;
  }
  return false;
}
