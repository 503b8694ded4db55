import type { PublicItem, PublicSpecies, SiteFacts } from '@veldlicht/contract/snapshot';
import type { Story } from '@veldlicht/database/public/to-public-story';

/** What planning needs of a published item: enough to order it and to see that it changed. */
export interface Entry {
  /** Unique for ever. */
  seq: number;
  /**
   * Place in the order of ages, which lists, chunks and archive pages are cut by: `seq`, or a broken number
   * by chance at the start of its month for what is guarded.
   */
  order: number;
  slug: string;
  type: 'photo' | 'video';
  /** Follows from what the item shows: another number, other words. */
  key: number;
  /** The same of what leads to it from other pages (`ItemLink`). */
  linkKey: number;
  featured: boolean;
  /** Chosen for the top of the home page, and for its category. */
  hero: boolean;
  cover: boolean;
  /** Category name, lower case. */
  category: string;
  /** Scientific names. */
  species: string[];
  /** Name of the area that it is in on the map, null when it is on none. */
  area: string | null;
  /** When it was taken, as far as it is told; months from 1 to 12. */
  year: number | null;
  month: number | null;
  /** Folder of its renditions. */
  hash: string;
  /** Height by width of what is shown, in hundredths. */
  ratio: number;
}

export type SpeciesFacts = Pick<PublicSpecies, 'scientificName' | 'dutchName' | 'group'>;

/** In which of the parts that hold so many ages each an entry is, from 1. */
export function partOfAge({ order }: Pick<Entry, 'order'>, size: number): number {
  return Math.ceil(order / size);
}

/**
 * One consistent view of all that the public may know, from the database or from an exported file.
 * Nothing in it changes while it is open.
 */
export interface ContentSource {
  /** Names of species that items show. */
  species: SpeciesFacts[];
  revision: number;
  site: SiteFacts;
  /** Follows from `site` as entries' numbers do. */
  siteKey: number;
  /** `seq` of the item that is the photographer's portrait; it may not be public. */
  portrait: number | null;
  /** Names in the owner's order. */
  categories: string[];
  /** What the owner says of some of them, by name; never with a position. */
  categoryTexts: Record<string, string>;
  /** Names of tags in use, in the owner's order. */
  tags: string[];
  /** Four digits that addresses ended in which answer 410: of items that have another one now. */
  retired: string[];
  /**
   * Published items, newest first. An entry that did not change since an earlier source of the same
   * publisher is the same object.
   */
  entries: Entry[];
  /** Public stories, the newest first; what they show is in the entries. */
  stories: Story[];
  /** Everything of some of the entries, in their order; neighbours in age are read together. */
  items(entries: Entry[]): PublicItem[];
}

/** Items that are read in one go; reading them one by one takes ten times as long. */
const PORTION = 500;

/** Entries with everything of them. */
export function withItems(source: ContentSource, entries: Entry[]) {
  const all: { entry: Entry; item: PublicItem }[] = [];
  for (let from = 0; from < entries.length; from += PORTION) {
    const portion = entries.slice(from, from + PORTION);
    for (const [i, item] of source.items(portion).entries()) {
      const entry = portion[i];
      if (entry) all.push({ entry, item });
    }
  }
  return all;
}

/** Everything of one entry. */
export function itemOf(source: ContentSource, entry: Entry): PublicItem {
  const [item] = source.items([entry]);
  if (!item) throw new Error(`item ${entry.seq} is not published`);
  return item;
}
