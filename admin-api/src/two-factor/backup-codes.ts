/** Backup codes: 40 random bits each, hashed like passwords, good once (threat T9). */
import { randomBytes } from 'node:crypto';
import { BACKUP_CODE_LENGTH, BACKUP_CODES } from '@veldlicht/contract/limits';
import { clearSigns } from '#auth/clear-signs.ts';
import type { Passwords } from '#auth/password.ts';

const SALT_BYTES = 16;

/** A set of different codes. */
export function newBackupCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < BACKUP_CODES) codes.add(clearSigns(BACKUP_CODE_LENGTH));
  return [...codes];
}

/** Stored as salt and hash. A set shares its salt, so that checking a code costs one hash. */
function stored(salt: Buffer, hash: string): string {
  return `${salt.toString('hex')}:${hash}`;
}

/** Codes hashed at once: as many as the queue runs, so that a set does not fill it (threat L4). */
const AT_ONCE = 2;

/** What the database keeps of a set. */
export async function hashBackupCodes(passwords: Passwords, codes: string[]): Promise<string[]> {
  const salt = randomBytes(SALT_BYTES);
  const hashes: string[] = [];
  for (let i = 0; i < codes.length; i += AT_ONCE) {
    const some = codes.slice(i, i + AT_ONCE);
    hashes.push(...(await Promise.all(some.map((code) => passwords.hashWith(code, salt)))));
  }
  return hashes.map((hash) => stored(salt, hash));
}

/** The stored form a code would have in the set that `sample` is of; always costs one hash. */
export async function hashLike(
  passwords: Passwords,
  code: string,
  sample: string | undefined,
): Promise<string> {
  const salt = Buffer.from(sample?.split(':')[0] ?? '00'.repeat(SALT_BYTES), 'hex');
  return stored(salt, await passwords.hashWith(code, salt));
}
