/**
 * Which words of what is guarded visitors may read: those that are safe by themselves, and those that somebody confirmed
 * (decision 115). The projection asks here, so that no way in can forget to.
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
 * What visitors see of the place of an item: an area, or nothing. `beside`: nothing, while an open item of the same
 * outing tells it exactly, so that no word of it may lead there.
 */
export type Told = GridArea | 'beside' | null;

/**
 * Returns whether visitors may read a text of an item or story (by id), or of many items (`SHARED`). `told` is what
 * they see of the place of an item: names of wider areas are allowed then.
 */
export type MayTell = (subject: string, text: string, told?: Told) => boolean;

/** Whether nobody has to confirm a text. */
export const needsNoAnswer = (text: string, told: Told = null) =>
  told !== 'beside' && isSafe(text, told);

export const hashOfText = (text: string) => sha256(text);

/** By what is confirmed in a private database now. */
export function mayTellIn(client: BetterSqlite.Database): MayTell {
  const find = prepared(
    client,
    'SELECT 1 FROM text_answers WHERE subject = ? AND hash = ? AND may_read',
  );
  return (subject, text, told) =>
    needsNoAnswer(text, told) || find.get(subject, hashOfText(text)) !== undefined;
}

/** What an item is called while nobody confirmed its title. */
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

/** What says of which area visitors know. */
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

/** The words that a slug is made of. */
export const wordsOfSlug = (slug: string) => slug.replace(/-\d{4}$/, '');

/** Whether an address says no more than the titles that may be read. */
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
    // Without its capitals a village may be a common word: "een", "best".
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

/** Names that the owner gave to species are words like others. */
const toldSpecies = (species: Names['species'], mayTell: MayTell) =>
  species.flatMap(({ scientificName, dutchName }) =>
    mayTell(SHARED, scientificName)
      ? { scientificName, dutchName: dutchName && mayTell(SHARED, dutchName) ? dutchName : null }
      : [],
  );

/** Of what a file says about its maker; many files say the same. */
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

/** An item's address within a text of ours leads nowhere else. */
const LINK = /\]\(\/(?:foto|video)\/[\w-]+\)/g;

/** The texts of a story; the words of an address that its title no longer makes are one too. */
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

/** The texts of the site that visitors may read: while anything guarded is public, unconfirmed ones are empty. */
export function toldProfile<Profile extends Partial<SiteProfile>>(
  client: BetterSqlite.Database,
  stored: Profile,
): Profile {
  if (prepared(client, GUARDED).get() === undefined) return stored;
  const mayTell = mayTellIn(client);
  const held = askedTexts.filter((name) => !mayTell(SHARED, stored[name] ?? ''));
  return { ...stored, ...objectOf(held, () => '') };
}
