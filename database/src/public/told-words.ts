/**
 * Decides which texts of guarded items visitors may read: safe ones, and those that a user confirmed (decision 021).
 * Applied by the projection, so that no way of writing a text can skip it.
 */
import { objectOf } from '@veldlicht/contract/by-name';
import type { GridArea } from '@veldlicht/contract/grid-area';
import { type ToldText, toldTexts } from '@veldlicht/contract/item-fields';
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
import { type PublicRow, toldPlace } from './to-public-item.ts';

/**
 * Public area of an item, or null. `beside`: none, while an open item of the same outing shows the exact place, so that
 * no word may link the two.
 */
export type Told = GridArea | 'beside' | null;

/**
 * Returns whether visitors may read a text of an item or story (by id), or of many items (`SHARED`). `told` is the
 * public area of the item, which allows the names of wider areas.
 */
export type MayTell = (subject: string, text: string, told?: Told) => boolean;

/** Whether a text is safe without confirmation. */
export const needsNoAnswer = (text: string, told: Told = null) =>
  told !== 'beside' && isSafe(text, told);

export const hashOfText = (text: string) => sha256(text);

/** Reads confirmations from a private database. */
export function mayTellIn(client: BetterSqlite.Database): MayTell {
  const find = prepared(
    client,
    'SELECT 1 FROM text_answers WHERE subject = ? AND hash = ? AND may_read',
  );
  return (subject, text, told) =>
    needsNoAnswer(text, told) || find.get(subject, hashOfText(text)) !== undefined;
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
export const toldGrid = (item: Placed): Told =>
  item.guardReasons.some(({ why }) => why === 'told') ? 'beside' : (toldPlace(item)?.grid ?? null);

interface GuardedItem extends Placed, Record<ToldText, string | null> {
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
  mayTell: MayTell,
): boolean {
  const { id, title, type, slug } = item;
  const told = toldGrid(item);
  const isTold = mayTell(id, title, told);
  const allowed = [neutralTitle({ type, species }), ...(isTold ? [title] : [])];
  const words = wordsOfSlug(slug);
  return (
    allowed.some((one) => slugWords(one, type) === words) ||
    ['item', 'foto', 'video'].includes(words) ||
    // In lower case a village may be a common word: "een", "best".
    (told !== 'beside' &&
      isSafe(words.replaceAll('-', ' ')) &&
      !words.split('-').some(isLowCountriesSettlement))
  );
}

/** Returns the words of a guarded item that visitors may read; null while its address or category reveals more. */
export function toldWords<Item extends GuardedItem, Own extends Names>(
  item: Item,
  names: Own,
  mayTell: MayTell,
): { item: Item; names: Own } | null {
  const { category, tags, species } = names;
  if (!mayTellSlug(item, species, mayTell) || !mayTell(SHARED, category)) return null;
  const told = toldGrid(item);
  const title = mayTell(item.id, item.title, told)
    ? item.title
    : neutralTitle({ ...item, species });
  const texts = Object.fromEntries(
    toldTexts.map((name) => {
      const text = item[name];
      return [name, text !== null && mayTell(item.id, text, told) ? text : null];
    }),
  );
  return {
    item: { ...item, ...texts, title },
    names: {
      ...names,
      tags: tags.filter((tag) => mayTell(SHARED, tag)),
      species: toldSpecies(species, mayTell),
    },
  };
}

/** The owner's species names need confirmation too. */
const toldSpecies = (species: Names['species'], mayTell: MayTell) =>
  species.flatMap(({ scientificName, dutchName }) =>
    mayTell(SHARED, scientificName)
      ? { scientificName, dutchName: dutchName && mayTell(SHARED, dutchName) ? dutchName : null }
      : [],
  );

/** Credits of a file that visitors may read; confirmed as `SHARED`, since many files have the same. */
export function toldRights(rights: OwnRights, mayTell: MayTell): OwnRights {
  return Object.fromEntries(
    Object.entries(rights).filter(([, text]) => text !== undefined && mayTell(SHARED, text)),
  );
}

interface ToldStory {
  id: string;
  kind: StoryKind;
  title: string;
  body: string;
  slug: string;
}

/** Whether every word of a story may be read. */
export const mayTellStory = (story: ToldStory, mayTell: MayTell): boolean =>
  textsOfStory(story).every((text) => mayTell(story.id, text));

/** Links to items are not words. */
const LINK = /\]\(\/(?:foto|video)\/[\w-]+\)/g;

/** Texts of a story, and the words of its slug unless they are those of the title. */
export function textsOfStory({ kind, title, body, slug }: Omit<ToldStory, 'id'>): string[] {
  const words = wordsOfBlocks(readBody(body)).map((text) => text.replace(LINK, ']'));
  const told = words
    .join('\n')
    .replace(/[[\]*_#>`]/g, '')
    .trim();
  const address = wordsOfSlug(slug);
  const left = slugWords(title, kind) === address ? '' : address.replaceAll('-', ' ');
  return [title, told, left].filter(Boolean);
}

const GUARDED = `SELECT 1 FROM media m WHERE m.guard IS NOT NULL AND ${isListedSql('m')}`;

/** Empties unconfirmed texts of the site while a guarded item is listed. */
export function toldProfile<Profile extends Partial<SiteProfile>>(
  client: BetterSqlite.Database,
  stored: Profile,
): Profile {
  if (prepared(client, GUARDED).get() === undefined) return stored;
  const mayTell = mayTellIn(client);
  const held = askedTexts.filter((name) => !mayTell(SHARED, stored[name] ?? ''));
  return { ...stored, ...objectOf(held, () => '') };
}
