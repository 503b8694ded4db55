/** Names of stored files, validated since they become paths and addresses. */
import path from 'node:path';

export type StoredName = `incoming/${string}` | `originals/${string}`;

const KEY = /^[0-9a-f]{32}$/;
const ORIGINAL = /^[0-9a-f]{32}\.[a-z0-9]{2,5}$/;

/** Name of an upload; null for an invalid key (threat T19). */
export function incomingName(key: string): StoredName | null {
  return KEY.test(key) ? `incoming/${key}` : null;
}

/** Name of the original with a hash. Throws for an invalid hash or extension. */
export function originalName(hash: string, extension: string): StoredName {
  const base = `${hash}.${extension}`;
  if (!ORIGINAL.test(base)) throw new Error('not the name of an original');
  return `originals/${base}`;
}

/** Parses a stored name; null for any other text. */
export function readStoredName(text: string): StoredName | null {
  const [area, base = '', ...rest] = text.split('/');
  if (rest.length > 0) return null;
  if (area === 'incoming') return incomingName(base);
  return area === 'originals' && ORIGINAL.test(base) ? `originals/${base}` : null;
}

/** The hash in the name of an original, or null. */
export function hashInName(name: StoredName): string | null {
  return name.startsWith('originals/') ? path.posix.basename(name).slice(0, 32) : null;
}
