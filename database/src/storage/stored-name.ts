/** Names of stored files: made of our own characters only, since they become paths and addresses. */
import path from 'node:path';

export type StoredName = `incoming/${string}` | `originals/${string}`;

const KEY = /^[0-9a-f]{32}$/;
const ORIGINAL = /^[0-9a-f]{32}\.[a-z0-9]{2,5}$/;

/** Where an upload waits; null when the key is none of ours (threat T19). */
export function incomingName(key: string): StoredName | null {
  return KEY.test(key) ? `incoming/${key}` : null;
}

/** Where the original with this hash stands. Throws when it is no hash. */
export function originalName(hash: string, extension: string): StoredName {
  const base = `${hash}.${extension}`;
  if (!ORIGINAL.test(base)) throw new Error('not the name of an original');
  return `originals/${base}`;
}

/** A text that was a name when it was written down, or null. */
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
