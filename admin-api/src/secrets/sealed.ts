/** Seals secrets for the database: AES-256-GCM, bound to their owner by the additional data (threat T24). */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;

/** A fingerprint of the key, part of every sealed text, so that a changed key is noticed. */
export function keyId(key: Buffer): string {
  return createHash('sha256').update('veldlicht key id').update(key).digest('hex').slice(0, 8);
}

/** `v1.<key id>.<iv>.<ciphertext>.<tag>`, the last three in base64url. Only the same `owner` opens it. */
export function sealSecret(key: Buffer, owner: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const parts = [iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return [VERSION, keyId(key), ...parts].join('.');
}

/** Throws for another key or owner, or an altered text. */
export function openSecret(key: Buffer, owner: string, sealed: string): string {
  const [version, id, iv = '', text = '', tag = ''] = sealed.split('.');
  if (version !== VERSION || id !== keyId(key))
    throw new Error('a secret was sealed with another key');
  const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(iv, 'base64url'), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  const opened = [decipher.update(Buffer.from(text, 'base64url')), decipher.final()];
  return Buffer.concat(opened).toString('utf8');
}

/** The `keyId` in a sealed text. */
export function keyIdOf(sealed: string): string {
  return sealed.split('.')[1] ?? '';
}
