/** Exported snapshots, one file each: the API hands them out as they are. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { snapshotEnvelope } from '@veldlicht/contract/build';
import { replaceFile } from '../durable-file.ts';
import { parseSnapshot, type Snapshot } from '../snapshot/snapshot-file.ts';

/** Revision and content in one name: after a restore revisions mean other things. */
export function snapshotIdOf(snapshot: Snapshot): string {
  return `s${snapshot.revision}-${contentHash(snapshot)}`;
}

/** Equal for snapshots that show the same, whatever else was changed in between. */
function contentHash({ revision: _revision, ...shown }: Snapshot): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12);
}

/** The part of an id that says what is shown. */
export function shownIn(snapshotId: string): string {
  return snapshotId.split('-')[1] ?? '';
}

function fileOf(folder: string, snapshotId: string): string {
  return path.join(folder, `snapshot-${snapshotId}.json`);
}

export async function writeSnapshot(folder: string, id: string, snapshot: Snapshot): Promise<void> {
  await replaceFile(fileOf(folder, id), JSON.stringify({ snapshotId: id, snapshot }));
}

/** The snapshot of this id. Throws when it is not there or damaged. */
export async function readSnapshot(folder: string, snapshotId: string): Promise<Snapshot> {
  const text = await readFile(fileOf(folder, snapshotId), 'utf8');
  return parseSnapshot(snapshotEnvelope.parse(JSON.parse(text)).snapshot);
}

/** Removes the files of all other snapshots. */
export async function pruneSnapshots(folder: string, keep: readonly string[]): Promise<void> {
  const kept = new Set(keep.map((id) => path.basename(fileOf(folder, id))));
  for (const name of await readdir(folder).catch(() => []))
    if (!kept.has(name)) await rm(path.join(folder, name), { force: true });
}
