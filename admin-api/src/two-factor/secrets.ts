/**
 * Secrets of authenticator apps at rest: AES-256-GCM, bound to their user by the additional data,
 * so that a row copied onto another account opens nothing (threat T24).
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '@veldlicht/database/open';
import { users } from '@veldlicht/database/schema';
import { isNotNull } from 'drizzle-orm';
import { readSecret, SecretError } from '#secrets/secret-file.ts';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;

/** Names a key without telling it; stands in every sealed text, for a change of keys. */
export function keyId(key: Buffer): string {
  return createHash('sha256').update('veldlicht key id').update(key).digest('hex').slice(0, 8);
}

/** `v1.<key id>.<iv>.<ciphertext>.<tag>`, the last three in base64url. */
export function sealSecret(key: Buffer, userId: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(Buffer.from(userId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const parts = [iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return [VERSION, keyId(key), ...parts].join('.');
}

/** Throws when it was sealed with another key, for another user, or altered. */
export function openSecret(key: Buffer, userId: string, sealed: string): string {
  const [version, id, iv = '', text = '', tag = ''] = sealed.split('.');
  if (version !== VERSION || id !== keyId(key))
    throw new Error('a two-factor secret was sealed with another key');
  const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(iv, 'base64url'), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(userId));
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  const opened = [decipher.update(Buffer.from(text, 'base64url')), decipher.final()];
  return Buffer.concat(opened).toString('utf8');
}

/** The key id a sealed text names. */
export function keyIdOf(sealed: string): string {
  return sealed.split('.')[1] ?? '';
}

const NAME = 'two-factor';

function missing(names: string[]): SecretError {
  return new SecretError(
    `The key that opens the two-factor secrets (${NAME} in the folder secrets of the data folder) is not the one they were sealed with. Put it back from a backup, or run "npm run user -- reset-2fa NAME" for: ${names.join(', ')}.`,
  );
}

/** A key that is there but damaged is as good as lost to those who have a second factor. */
function readKey(secretsFolder: string, names: string[]): Buffer {
  try {
    return readSecret(secretsFolder, NAME);
  } catch (error) {
    if (error instanceof SecretError && names.length > 0) throw missing(names);
    throw error;
  }
}

/**
 * The key for secrets of authenticator apps: made on first use. Throws `SecretError` when accounts
 * have secrets that it does not open: a new key would lock them out without a word (threat T24).
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
