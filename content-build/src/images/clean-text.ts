/** Longest text taken from metadata, in characters. */
export const MAX_METADATA_TEXT = 500;

/** Text from metadata made harmless: no control or formatting characters, one line, bounded. */
export function cleanText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const printable = value.slice(0, 20_000).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ');
  const text = [...printable.replace(/\s+/g, ' ').trim()].slice(0, MAX_METADATA_TEXT).join('');
  return text.trim() || null;
}
