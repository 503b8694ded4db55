/** At start: takes away what an earlier end of the process left of uploads (fault F1). */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@veldlicht/database/open';
import { deleteExpiredUploads, resetReceiving } from './uploads.repository.ts';

/** Younger ones may belong to a process that is still ending. */
const PART_AGE_MS = 60 * 60 * 1000;

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Removes half-sent files older than an hour and files whose ticket expired unused. */
export async function cleanUploads(db: Database, incoming: string, now: number): Promise<void> {
  resetReceiving(db);
  for (const name of await namesIn(incoming)) {
    if (!name.endsWith('.part')) continue;
    const file = path.join(incoming, name);
    const { mtimeMs } = await stat(file);
    if (now - mtimeMs > PART_AGE_MS) await rm(file, { force: true });
  }
  for (const key of deleteExpiredUploads(db, now))
    await rm(path.join(incoming, key), { force: true });
}
