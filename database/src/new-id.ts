import { randomBytes } from 'node:crypto';

/** Opaque id: 96 random bits in 16 URL-safe characters. */
export function newId(): string {
  return randomBytes(12).toString('base64url');
}
