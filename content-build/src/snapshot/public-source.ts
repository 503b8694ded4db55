/** The content as the public database has it; the only thing that pages are made from. */
import type { PublicItem, SiteFacts } from '@veldlicht/contract/snapshot';
import type { StoryKind } from '@veldlicht/contract/story';
import { STORIES_IN_ORDER } from '@veldlicht/database/public/list-queries';
import type { Changes } from '@veldlicht/database/public/project';
import { type PublicDatabase, prepared } from '@veldlicht/database/public/public-database';
import type { Story } from '@veldlicht/database/public/to-public-story';
import type { ContentSource, Entry, SpeciesFacts } from './content-source.ts';

const ENTRIES = `
  SELECT seq, place, slug, type, key, link_key, featured, hero, cover, category, area, year, month,
    hash, ratio, (
      SELECT group_concat(name, char(10) ORDER BY position) FROM item_species s WHERE s.seq = items.seq)
  FROM items`;

type EntryRow = [
  ...[seq: number, place: number, slug: string, type: Entry['type'], key: number, link: number],
  ...[featured: number, hero: number, cover: number, category: string, area: string | null],
  ...[year: number | null, month: number | null, hash: string, ratio: number],
  species: string | null,
];

function toEntry(row: EntryRow): Entry {
  const [seq, order, slug, type, key, linkKey, featured, hero, cover, ...rest] = row;
  const [category, area, year, month, hash, ratio, species] = rest;
  return {
    seq,
    order,
    slug,
    type,
    key,
    linkKey,
    featured: featured === 1,
    hero: hero === 1,
    cover: cover === 1,
    category,
    species: species?.split('\n') ?? [],
    area,
    year,
    month,
    hash,
    ratio,
  };
}

/** Every public item, newest first. */
export function readEntries(db: PublicDatabase): Entry[] {
  const rows = prepared(db, `${ENTRIES} ORDER BY place DESC`).raw().all();
  return (rows as EntryRow[]).map(toEntry); // the columns of ENTRIES
}

/** Entries after some changes; those that did not change are the objects of `known`. Both newest first. */
export function mergeEntries(
  db: PublicDatabase,
  known: Entry[],
  { written, gone }: Changes,
): Entry[] {
  if (written.length + gone.length === 0) return known;
  const query = `${ENTRIES} WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY +place DESC`;
  const rows = prepared(db, query).raw().all(JSON.stringify(written)) as EntryRow[]; // its columns
  const fresh = rows.map(toEntry);
  const replaced = new Set([...written, ...gone]);
  const merged: Entry[] = [];
  let next = 0;
  for (const entry of known) {
    for (let other = fresh[next]; other && other.order > entry.order; other = fresh[next]) {
      merged.push(other);
      next++;
    }
    if (!replaced.has(entry.seq)) merged.push(entry);
  }
  return [...merged, ...fresh.slice(next)];
}

/**
 * Items that a reader remembers: index, archive, sitemap and page of an edit show the same ones.
 * More would save a publish of everything a twentieth of its time, for thirty megabytes.
 */
const MOST_REMEMBERED = 1000;

function itemReader(db: PublicDatabase): ContentSource['items'] {
  const query = prepared(
    db,
    'SELECT seq, item FROM items WHERE seq IN (SELECT value FROM json_each(?))',
  ).raw();
  const known = new Map<number, PublicItem>();
  return (entries) => {
    let missing = entries.filter(({ seq }) => !known.has(seq));
    if (known.size + missing.length > MOST_REMEMBERED) {
      known.clear();
      missing = entries;
    }
    const seqs = missing.map(({ seq }) => seq);
    const rows = (seqs.length > 0 ? query.all(JSON.stringify(seqs)) : []) as [number, string][]; // its columns
    for (const [seq, item] of rows) known.set(seq, JSON.parse(item));
    return entries.map(({ seq }) => {
      const item = known.get(seq);
      if (!item) throw new Error(`item ${seq} is not published`);
      return item;
    });
  };
}

/** What the navigation goes by. */
function sectionsOf(stories: Story[]): Pick<SiteFacts, 'hasNotes' | 'hasSeries'> {
  const has = (wanted: StoryKind) => stories.some(({ kind }) => kind === wanted);
  return { ...(has('note') && { hasNotes: true }), ...(has('series') && { hasSeries: true }) };
}

interface SiteRow {
  key: number;
  facts: string;
  revision: number;
}

/**
 * All of the public database as publishing reads it. `entries` are those of `readEntries`. Nothing may be projected
 * while somebody reads; a preview has tables of its own in place of these.
 */
export function publicSource(
  db: PublicDatabase,
  entries: Entry[] = readEntries(db),
): ContentSource {
  const rows = (query: string) => prepared(db, query).all();
  const names = (query: string) => prepared(db, query).pluck().all() as string[]; // one text column
  const site = prepared(
    db,
    'SELECT site.key, facts, coalesce(revision, 0) AS revision FROM site LEFT JOIN state',
  ).get() as SiteRow; // its columns
  const stories = names(`SELECT story FROM ${STORIES_IN_ORDER}`).map(
    (json): Story => JSON.parse(json),
  );
  const facts: SiteFacts = JSON.parse(site.facts);
  const portrait = prepared(db, 'SELECT seq FROM items WHERE id = ?')
    .pluck()
    .get(facts.profile.portrait);
  const told = rows('SELECT name, description FROM categories WHERE description IS NOT NULL') as {
    name: string;
    description: string;
  }[]; // its columns
  return {
    revision: site.revision,
    site: { ...facts, ...sectionsOf(stories) },
    siteKey: site.key,
    portrait: (portrait as number | undefined) ?? null, // a number of an item
    categories: names('SELECT name FROM categories ORDER BY position'),
    categoryTexts: Object.fromEntries(told.map(({ name, description }) => [name, description])),
    tags: names('SELECT name FROM tags ORDER BY position'),
    species: rows(
      'SELECT name AS scientificName, dutch_name AS dutchName, group_name AS "group" FROM species ORDER BY name',
    ) as SpeciesFacts[], // its columns
    retired: names('SELECT ending FROM ended ORDER BY ending'),
    entries,
    stories,
    items: itemReader(db),
  };
}
