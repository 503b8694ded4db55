/** At start: takes away what an earlier end of the process left of uploads (fault F1). */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@veldlicht/database/open';
import { deleteExpiredUploads, findUpload, resetReceiving } from './uploads.repository.ts';

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

/**
 * Removes half-sent files older than an hour, files whose ticket expired unused, and whatever else
 * no upload waits for: its user is gone, it is stored already, or it was never acknowledged.
 */
export async function cleanUploads(db: Database, incoming: string, now: number): Promise<void> {
  resetReceiving(db);
  deleteExpiredUploads(db, now);
  for (const name of await namesIn(incoming)) {
    const file = path.join(incoming, name);
    const isStray = name.endsWith('.part')
      ? now - (await stat(file)).mtimeMs > PART_AGE_MS
      : findUpload(db, name)?.state !== 'received';
    if (isStray) await rm(file, { force: true });
  }
}
