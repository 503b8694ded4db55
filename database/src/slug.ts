/** Addresses of items and stories: the title in plain letters, and four digits that spread items over folders. */
import { randomInt } from 'node:crypto';
import type { MediaType } from '@veldlicht/contract/media';
import { holdsPosition, withoutPositions } from '@veldlicht/contract/position-shapes';
import type { StoryKind } from '@veldlicht/contract/story';
import { eq } from 'drizzle-orm';
import { union } from 'drizzle-orm/sqlite-core';
import type { Store } from './open.ts';
import { endedAddresses, mediaRows, storyRows } from './schema.ts';

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

/** What has an address, by what it is called when its title has no letters. */
const plainNames = { photo: 'foto', video: 'video', note: 'notitie', series: 'reeks' } as const;
type Addressed = MediaType | StoryKind;

const MAX_WORDS_LENGTH = 60;
/** Tries before a title counts as exhausted; with 10,000 endings that never happens in practice. */
const TRIES = 200;

/** Digits of a title that a slug keeps at most: too few to say where something is. */
const MAX_DIGITS = 4;

/** In any script: a reader of it reads them. */
function countDigits(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}

/**
 * "Zeearend boven de Oostvaardersplassen – één" → "zeearend-boven-de-oostvaardersplassen-een". No run of three
 * digits, and none at all when the title holds a position or so many digits that they may be one.
 */
export function slugWords(title: string, type: Addressed): string {
  const whole = withoutPositions(title).normalize('NFKD');
  const plain = whole
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => letters[letter] ?? '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]/g, '-');
  const isSafe = countDigits(whole) <= MAX_DIGITS && !holdsPosition(title);
  const words = plain
    .replace(isSafe ? /\d{3,}/g : /\d+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
  const start = words.slice(0, MAX_WORDS_LENGTH);
  const cut = words.length > start.length ? start.replace(/-[^-]*$/, '') : start;
  return cut || plainNames[type];
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

/** An address that an item had in public is never given again: it answers 410. One in the trash may come back. */
export function isSlugTaken(store: Store, slug: string): boolean {
  const rows = union(
    store.select({ slug: mediaRows.slug }).from(mediaRows).where(eq(mediaRows.slug, slug)),
    store
      .select({ slug: endedAddresses.slug })
      .from(endedAddresses)
      .where(eq(endedAddresses.slug, slug)),
    store.select({ slug: storyRows.slug }).from(storyRows).where(eq(storyRows.slug, slug)),
  ).all();
  return rows.length > 0;
}

/**
 * The slug follows the title until it has been public, keeping its digits if it can. After that it stays, unless
 * it may tell of a position that is no longer in the title.
 */
export function slugAfter(
  store: Store,
  row: { title: string; slug: string; firstPublishedAt: number | null },
  title: string,
  type: Addressed,
): string {
  if (title === row.title) return row.slug;
  if (row.firstPublishedAt === null) {
    const isTaken = (slug: string) => slug !== row.slug && isSlugTaken(store, slug);
    return freeSlug(slugWords(title, type), isTaken, randomFourDigits, row.slug.slice(-4));
  }
  const isLeft = holdsPosition(row.title) && !holdsPosition(title);
  return isLeft ? newSlug(store, title, type) : row.slug;
}

/** A slug that nothing has or had in public. */
export function newSlug(store: Store, title: string, type: Addressed): string {
  return freeSlug(slugWords(title, type), (slug) => isSlugTaken(store, slug), randomFourDigits);
}
