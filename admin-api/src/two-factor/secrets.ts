/**
 * The key that seals TOTP secrets. Each is bound to its user, so that a row copied to another account opens nothing
 * (threat T24).
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '@veldlicht/database/open';
import { users } from '@veldlicht/database/schema';
import { isNotNull } from 'drizzle-orm';
import { keyId, keyIdOf } from '#secrets/sealed.ts';
import { readSecret, SecretError } from '#secrets/secret-file.ts';

const NAME = 'two-factor';

function missing(names: string[]): SecretError {
  return new SecretError(
    `The key that opens the two-factor secrets (${NAME} in the folder secrets of the data folder) is not the one they were sealed with. Put it back from a backup, or run "npm run user -- reset-2fa NAME" for: ${names.join(', ')}.`,
  );
}

/** Treats a damaged key as lost if anybody has a second factor. */
function readKey(secretsFolder: string, names: string[]): Buffer {
  try {
    return readSecret(secretsFolder, NAME);
  } catch (error) {
    if (error instanceof SecretError && names.length > 0) throw missing(names);
    throw error;
  }
}

/**
 * Reads the key, or creates it on first use. Throws `SecretError` when it does not open the secret of some account: a
 * new key would silently lock them out (threat T24).
 */
export function readTwoFactorKey(db: Database, secretsFolder: string): Buffer {
  const columns = { username: users.username, totpSecret: users.totpSecret };
  const sealed = db.select(columns).from(users).where(isNotNull(users.twoFactorAt)).all();
  const names = sealed.map(({ username }) => username);
  if (names.length > 0 && !existsSync(path.join(secretsFolder, NAME))) throw missing(names);
  const key = readKey(secretsFolder, names);
  const shut = sealed.filter(({ totpSecret }) => keyIdOf(totpSecret ?? '') !== keyId(key));
  if (shut.length > 0) throw missing(shut.map(({ username }) => username));
  return key;
}
