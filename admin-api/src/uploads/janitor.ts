/** At start: takes away what an earlier end of the process left of uploads (fault F1). */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@veldlicht/database/open';
import { deleteExpiredUploads, findUpload, resetReceiving } from './uploads.repository.ts';

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Removes half-sent files, files whose ticket expired unused, and whatever else no upload waits for:
 * its user is gone, it is stored already, or it was never acknowledged. A process that is still ending
 * loses nothing by it: `resetReceiving` has taken its uploads away.
 */
export async function cleanUploads(db: Database, incoming: string, now: number): Promise<void> {
  resetReceiving(db);
  deleteExpiredUploads(db, now);
  for (const name of await namesIn(incoming)) {
    // A half-sent file is called `<key>.part`: that is no key.
    if (findUpload(db, name)?.state !== 'received')
      await rm(path.join(incoming, name), { force: true });
  }
}
