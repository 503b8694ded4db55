/** Slugs of items and stories: the title in plain letters, and four digits. */
import { randomInt } from 'node:crypto';
import type { MediaType } from '@veldlicht/contract/media';
import { holdsPosition, withoutPositions } from '@veldlicht/contract/position-shapes';
import type { StoryKind } from '@veldlicht/contract/story';
import { eq } from 'drizzle-orm';
import { union } from 'drizzle-orm/sqlite-core';
import type { Store } from './open.ts';
import { endedAddresses, mediaRows, storyRows } from './schema.ts';

/** Letters that NFKD does not decompose. */
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

/** Words of a slug when the title has no letters. */
const plainNames = { photo: 'foto', video: 'video', note: 'notitie', series: 'reeks' } as const;
type Addressed = MediaType | StoryKind;

const MAX_WORDS_LENGTH = 60;
/** Attempts to find a free ending among 10,000. */
const TRIES = 200;

/** Most digits in a slug: too few for a position. */
const MAX_DIGITS = 4;

/** Counts digits of any script. */
function countDigits(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}

/**
 * "Zeearend boven de Oostvaardersplassen – één" → "zeearend-boven-de-oostvaardersplassen-een". Without runs of three
 * digits, and without any when the title holds a position or more than `MAX_DIGITS`.
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
 * A free slug. `ending` are digits to keep if possible (for a renamed item); `digits` makes new ones.
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

/** Whether a slug is in use, in the trash, or was public once (it then answers 410). */
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
 * Slug after a change of the title. It follows the title until it has been public, keeping its digits if possible.
 * After that it stays, unless it may reveal a position that was removed from the title.
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

/** A slug as Veldlicht makes them. */
const OWN_SLUG = /^[a-z0-9-]{1,80}-\d{4}$/;

/** A slug that is neither in use nor was public: the wanted one if it is free. */
export function newSlug(
  store: Store,
  title: string,
  type: Addressed,
  wanted?: string | null,
): string {
  if (wanted && OWN_SLUG.test(wanted) && !isSlugTaken(store, wanted)) return wanted;
  return freeSlug(slugWords(title, type), (slug) => isSlugTaken(store, slug), randomFourDigits);
}
