import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SECRET_BYTES = 32;

function read(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The secret of this name: made on first use, then the same for ever. It is linked into place
 * complete, so that two processes that start together agree on one. Throws when it was damaged.
 */
export function readSecret(folder: string, name: string): Buffer {
  const file = path.join(folder, name);
  const present = read(file);
  if (!present) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const fresh = `${file}.${randomBytes(6).toString('hex')}.tmp`;
    writeFileSync(fresh, randomBytes(SECRET_BYTES), { mode: 0o600, flush: true });
    try {
      linkSync(fresh, file);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    } finally {
      rmSync(fresh, { force: true });
    }
  }
  const secret = present ?? read(file);
  if (secret?.length !== SECRET_BYTES) throw new Error(`The secret ${name} is damaged`);
  return secret;
}
