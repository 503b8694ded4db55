import { open } from 'node:fs/promises';

/** Waits until the content of a file, or the names in a folder, are on disk (fault F12). */
export async function syncPath(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
