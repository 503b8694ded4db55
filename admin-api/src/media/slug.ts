/** Addresses of items: the title in plain letters, and four digits that spread items over folders. */
import { randomInt } from 'node:crypto';
import type { MediaType } from '@veldlicht/contract/media';

/** Letters that have no accent to take off. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

const MAX_WORDS_LENGTH = 60;
/** Tries before a title counts as exhausted; with 10,000 endings that never happens in practice. */
const TRIES = 200;

/** "Zeearend boven de Oostvaardersplassen – één" → "zeearend-boven-de-oostvaardersplassen-een". */
export function slugWords(title: string, type: MediaType): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => letters[letter] ?? '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const whole = plain.slice(0, MAX_WORDS_LENGTH);
  const cut = plain.length > whole.length ? whole.replace(/-[^-]*$/, '') : whole;
  return cut || (type === 'photo' ? 'foto' : 'video');
}

export function randomFourDigits(): string {
  return String(randomInt(10_000)).padStart(4, '0');
}

/**
 * A slug that nobody has. `ending` are digits to keep if possible (an item that is renamed);
 * `digits` makes fresh ones.
 */
export function freeSlug(
  words: string,
  isTaken: (slug: string) => boolean,
  digits: () => string,
  ending: string = digits(),
): string {
  let slug = `${words}-${ending}`;
  for (let i = 0; isTaken(slug); i += 1) {
    if (i === TRIES) throw new Error(`no free slug for ${words}`);
    slug = `${words}-${digits()}`;
  }
  return slug;
}
