import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Up to this size one read costs less than a stream. */
const SMALL_BYTES = 4 * 1024 * 1024;

/** SHA-256 in hex. */
export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** SHA-256 of a file in hex; a large one is read as a stream. */
export async function sha256OfFile(file: string): Promise<string> {
  if ((await stat(file)).size <= SMALL_BYTES) return sha256(await readFile(file));
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
