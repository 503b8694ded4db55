/**
 * The key by which repeated calls make one thing: 128 random bits as 32 hex digits. Unlike `crypto.randomUUID`
 * also on a page without TLS.
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
