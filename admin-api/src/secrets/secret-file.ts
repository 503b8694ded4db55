import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { ifMissing, systemCode } from '@veldlicht/database/system-errors';

const SECRET_BYTES = 32;

/** A reason not to start. */
export class SecretError extends TerminalError {
  override name = 'SecretError';
}

function read(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    return ifMissing(null)(error);
  }
}

/** What a secret sealed may reach the disk before the name of its file does (Windows has no such call). */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * The secret of this name: made on first use, then the same for ever. It is linked into place
 * complete, so that two processes that start together agree on one. Throws
 * `SecretError` when it was damaged.
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
      if (systemCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(fresh, { force: true });
    }
    flushFolder(folder);
  }
  const secret = present ?? read(file);
  if (secret?.length !== SECRET_BYTES)
    throw new SecretError(
      `The secret ${name} is damaged: put ${file} back from a backup, or remove it to have a new one made.`,
    );
  return secret;
}
