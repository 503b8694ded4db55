/**
 * Decides which texts of guarded items visitors may read: safe ones, and those that a user confirmed (decision 021).
 * Applied by the projection, so that no way of writing a text can skip it.
 */
import { objectOf } from '@veldlicht/contract/by-name';
import type { GridArea } from '@veldlicht/contract/grid-area';
import { type PublicTextField, publicTextFields } from '@veldlicht/contract/item-fields';
import type { OwnRights } from '@veldlicht/contract/rights';
import { askedTexts, type SiteProfile } from '@veldlicht/contract/settings';
import type { StoryKind } from '@veldlicht/contract/story';
import { readBody, wordsOfBlocks } from '@veldlicht/contract/story-body';
import type BetterSqlite from 'better-sqlite3';
import { SHARED } from '../guard-schema.ts';
import { isListedSql } from '../is-public.ts';
import { isLowCountriesSettlement } from '../settlement.ts';
import { sha256 } from '../sha256.ts';
import { slugWords } from '../slug.ts';
import { isSafe } from '../words/safe-text.ts';
import { prepared } from './public-database.ts';
import { type PublicRow, shownPlace } from './to-public-item.ts';

/**
 * Public area of an item, or null. `beside`: none, while an open item of the same outing shows the exact place, so that
 * no word may link the two.
 */
export type ShownGrid = GridArea | 'beside' | null;

/**
 * Returns whether visitors may read a text of an item or story (by id), or of many items (`SHARED`). `shownArea` is the
 * public area of the item, which allows the names of wider areas.
 */
export type MayShow = (subject: string, text: string, shownArea?: ShownGrid) => boolean;

/** Whether a text is safe without confirmation. */
export const needsNoAnswer = (text: string, shownArea: ShownGrid = null) =>
  shownArea !== 'beside' && isSafe(text, shownArea);

export const hashOfText = (text: string) => sha256(text);

/** Reads confirmations from a private database. */
export function mayShowIn(client: BetterSqlite.Database): MayShow {
  const find = prepared(
    client,
    'SELECT 1 FROM text_answers WHERE subject = ? AND hash = ? AND may_read',
  );
  return (subject, text, shownArea) =>
    needsNoAnswer(text, shownArea) || find.get(subject, hashOfText(text)) !== undefined;
}

/** Title of an item whose own title is not confirmed. */
export function neutralTitle({
  type,
  species,
}: {
  type: 'photo' | 'video';
  species: readonly { scientificName: string; dutchName: string | null }[];
}): string {
  const name = species.map((one) => one.dutchName ?? one.scientificName).find((one) => isSafe(one));
  return name ?? (type === 'video' ? 'Video' : 'Foto');
}

/** Columns that decide the public area. */
export type Placed = Pick<
  PublicRow,
  'location' | 'locationPrivacy' | 'guard' | 'guardArea' | 'guardReasons'
>;
export const shownGrid = (item: Placed): ShownGrid =>
  item.guardReasons.some(({ why }) => why === 'told') ? 'beside' : (shownPlace(item)?.grid ?? null);

interface GuardedItem extends Placed, Record<PublicTextField, string | null> {
  location: string | null;
  id: string;
  title: string;
  type: 'photo' | 'video';
  slug: string;
}

interface Names {
  category: string;
  tags: readonly string[];
  species: readonly { scientificName: string; dutchName: string | null }[];
}

/** A slug without its digits. */
export const wordsOfSlug = (slug: string) => slug.replace(/-\d{4}$/, '');

/** Whether a slug has only words that visitors may read. */
export function mayTellSlug(
  item: Pick<GuardedItem, 'id' | 'title' | 'type' | 'slug'> & Placed,
  species: Names['species'],
  mayShow: MayShow,
): boolean {
  const { id, title, type, slug } = item;
  const shownArea = shownGrid(item);
  const isShown = mayShow(id, title, shownArea);
  const allowed = [neutralTitle({ type, species }), ...(isShown ? [title] : [])];
  const words = wordsOfSlug(slug);
  return (
    allowed.some((one) => slugWords(one, type) === words) ||
    ['item', 'foto', 'video'].includes(words) ||
    // In lower case a village may be a common word: "een", "best".
    (shownArea !== 'beside' &&
      isSafe(words.replaceAll('-', ' ')) &&
      !words.split('-').some(isLowCountriesSettlement))
  );
}

/** Returns the words of a guarded item that visitors may read; null while its address or category reveals more. */
export function shownWords<Item extends GuardedItem, Own extends Names>(
  item: Item,
  names: Own,
  mayShow: MayShow,
): { item: Item; names: Own } | null {
  const { category, tags, species } = names;
  if (!mayTellSlug(item, species, mayShow) || !mayShow(SHARED, category)) return null;
  const shownArea = shownGrid(item);
  const title = mayShow(item.id, item.title, shownArea)
    ? item.title
    : neutralTitle({ ...item, species });
  const texts = Object.fromEntries(
    publicTextFields.map((name) => {
      const text = item[name];
      return [name, text !== null && mayShow(item.id, text, shownArea) ? text : null];
    }),
  );
  return {
    item: { ...item, ...texts, title },
    names: {
      ...names,
      tags: tags.filter((tag) => mayShow(SHARED, tag)),
      species: shownSpecies(species, mayShow),
    },
  };
}

/** The owner's species names need confirmation too. */
const shownSpecies = (species: Names['species'], mayShow: MayShow) =>
  species.flatMap(({ scientificName, dutchName }) =>
    mayShow(SHARED, scientificName)
      ? { scientificName, dutchName: dutchName && mayShow(SHARED, dutchName) ? dutchName : null }
      : [],
  );

/** Credits of a file that visitors may read; confirmed as `SHARED`, since many files have the same. */
export function shownRights(rights: OwnRights, mayShow: MayShow): OwnRights {
  return Object.fromEntries(
    Object.entries(rights).filter(([, text]) => text !== undefined && mayShow(SHARED, text)),
  );
}

interface ShownStory {
  id: string;
  kind: StoryKind;
  title: string;
  body: string;
  slug: string;
}

/** Whether every word of a story may be read. */
export const mayShowStory = (story: ShownStory, mayShow: MayShow): boolean =>
  textsOfStory(story).every((text) => mayShow(story.id, text));

/** Links to items are not words. */
const LINK = /\]\(\/(?:foto|video)\/[\w-]+\)/g;

/** Texts of a story, and the words of its slug unless they are those of the title. */
export function textsOfStory({ kind, title, body, slug }: Omit<ShownStory, 'id'>): string[] {
  const words = wordsOfBlocks(readBody(body)).map((text) => text.replace(LINK, ']'));
  const shown = words
    .join('\n')
    .replace(/[[\]*_#>`]/g, '')
    .trim();
  const address = wordsOfSlug(slug);
  const left = slugWords(title, kind) === address ? '' : address.replaceAll('-', ' ');
  return [title, shown, left].filter(Boolean);
}

const GUARDED = `SELECT 1 FROM media m WHERE m.guard IS NOT NULL AND ${isListedSql('m')}`;

/** Empties unconfirmed texts of the site while a guarded item is listed. */
export function shownProfile<Profile extends Partial<SiteProfile>>(
  client: BetterSqlite.Database,
  stored: Profile,
): Profile {
  if (prepared(client, GUARDED).get() === undefined) return stored;
  const mayShow = mayShowIn(client);
  const held = askedTexts.filter((name) => !mayShow(SHARED, stored[name] ?? ''));
  return { ...stored, ...objectOf(held, () => '') };
}
