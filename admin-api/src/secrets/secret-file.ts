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

/** Prevents the start. */
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

/** Syncs the folder, or data sealed with the secret could reach the disk before its file name (not on Windows). */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Reads the secret, or creates it on first use. A complete file is linked into place, so that two processes starting
 * together agree on one. Throws `SecretError` when it is damaged.
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
