/** Links on an item's page: stories that show it, and items of its species and area. */
import type { ItemLink, ItemPage } from '@veldlicht/contract/snapshot';
import type { SpeciesName } from '@veldlicht/contract/species';
import { type Content, jsonOf, rowsOf, valuesOf } from './route-kind.ts';

/** Links per species or area: items next to it by age, so that an edit touches few pages. */
const KIN = 4;
/** On either side, where there are enough. */
const NEAR = KIN / 2;
const KIN_STORIES = 3;
const KIN_SPECIES = 2;

/** Columns of an item that its kin depends on; `species` is a JSON list of names. */
export interface KinRow {
  seq: number;
  place: number;
  species: string;
  area: string | null;
}

/** SQL for the rows of `among` next to a place, nearest first. */
const nearest = (among: string, sign: '<' | '>', place: string, most: string, column = 'k.seq') =>
  `SELECT ${column} FROM ${among} AND k.place ${sign} ${place}
  ORDER BY k.place ${sign === '<' ? 'DESC' : ''} LIMIT ${most}`;
const ofSpecies = (name: string, more = '') => `item_species k ${more} WHERE k.name = ${name}`;
const ofArea = (area: string, more = '') => `items k ${more} WHERE k.area = ${area}`;
/** Joins the rows of items. */
const ITEM = 'CROSS JOIN items i USING (seq)';

/** First and last two rows of `among`: they link further on the other side, since their own side has fewer. */
const atEnd = (among: string, sign: '<' | '>') => `
  SELECT seq FROM (SELECT k.seq FROM ${among} ORDER BY k.place ${sign === '>' ? 'DESC' : ''} LIMIT ${NEAR})
  WHERE NOT EXISTS (SELECT 1 FROM ${among} AND k.place ${sign} c.place LIMIT 1 OFFSET ${KIN})`;
const isBeside = (among: string) => `i.seq IN (
  SELECT seq FROM (${nearest(among, '<', 'c.place', String(NEAR))})
  UNION ALL SELECT seq FROM (${nearest(among, '>', 'c.place', String(NEAR))})
  UNION ALL ${atEnd(among, '<')} UNION ALL ${atEnd(among, '>')})`;

/** Items as they are, and as they were when their pages were marked. */
const KNOWN = `(SELECT path, species, area FROM items
  UNION ALL SELECT path, species, area FROM unsettled_items)`;

/** SQL for item pages that link to changed rows. */
export const TOUCHED_KIN = `
  SELECT i.path, c.is_less FROM changed_items c CROSS JOIN json_each(c.species) s CROSS JOIN items i
    ON ${isBeside(ofSpecies('s.value'))} WHERE c.is_seen
  UNION ALL SELECT i.path, c.is_less FROM changed_items c CROSS JOIN items i
    ON ${isBeside(ofArea('c.area'))} WHERE c.is_seen AND c.area IS NOT NULL
  UNION ALL SELECT i.path, c.is_less FROM changed_stories c CROSS JOIN json_each(c.items) j
    CROSS JOIN items i ON i.seq = j.value
  -- The item that illustrates a story.
  UNION ALL SELECT i.path, c.is_less FROM changed_items c CROSS JOIN story_items a ON a.seq = c.seq
    CROSS JOIN stories s ON s.id = a.story AND s.picture = c.seq
    CROSS JOIN story_items b ON b.story = s.id CROSS JOIN items i ON i.seq = b.seq WHERE c.is_seen
  -- A page that is not made yet may still link to earlier neighbours.
  UNION ALL SELECT d.path, 1 FROM changed_items c CROSS JOIN dirty d CROSS JOIN ${KNOWN} k ON k.path = d.path
    WHERE c.is_less AND (k.area = c.area OR EXISTS (
      SELECT 1 FROM json_each(k.species) a JOIN json_each(c.species) b ON a.value = b.value))`;

/** Queries for rows on either side of a place, built once: each edit runs them for many pages. */
function besideIn(among: string) {
  const both = (column: string) => ({
    older: nearest(among, '<', '?', '?', column),
    newer: nearest(among, '>', '?', '?', column),
  });
  return { keys: both('i.link_key'), links: both('i.link') };
}
const SAME_SPECIES = besideIn(ofSpecies('?', ITEM));
const SAME_AREA = besideIn(ofArea('?', ITEM));

/** Items next to a place in `among`, newest first: `KIN` in all. */
function beside(
  content: Content,
  { keys, links }: ReturnType<typeof besideIn>,
  name: string,
  place: number,
) {
  const older = valuesOf<number>(content, keys.older, name, place, KIN);
  const most = Math.max(NEAR, KIN - older.length);
  const newer = valuesOf<number>(content, keys.newer, name, place, most);
  const rest = KIN - newer.length;
  return {
    keys: [...newer.toReversed(), ...older.slice(0, rest)],
    read: (): ItemLink[] => [
      ...jsonOf<ItemLink>(content, links.newer, name, place, newer.length).toReversed(),
      ...jsonOf<ItemLink>(content, links.older, name, place, rest),
    ],
  };
}

const STORIES = `
  SELECT json_object('path', s.path, 'title', s.story ->> 'title', 'date', s.story ->> 'date',
    'picture', json((SELECT link FROM items WHERE seq = s.picture)))
  FROM story_items i JOIN stories s ON s.id = i.story WHERE i.seq = ? ORDER BY s.place DESC LIMIT ${KIN_STORIES}`;

const SPECIES = `SELECT o.name AS scientificName, o.dutch_name AS dutchName
  FROM json_each(?) s JOIN species o ON o.name = s.value LIMIT ${KIN_SPECIES}`;

/** Links on an item's page; `facts` is the part of its key that depends on them. */
export function kinOf(content: Content, { area, place, seq, species }: KinRow) {
  const stories = valuesOf<string>(content, STORIES, seq);
  const bySpecies = rowsOf<SpeciesName>(content, SPECIES, species).flatMap((name) => {
    const items = beside(content, SAME_SPECIES, name.scientificName, place);
    return items.keys.length > 0 ? { name, items } : [];
  });
  const inArea = area === null ? null : beside(content, SAME_AREA, area, place);
  return {
    facts: [stories, bySpecies.map(({ name, items }) => [name, items.keys]), inArea?.keys],
    read: (): Pick<ItemPage, 'stories' | 'species' | 'area'> => ({
      stories: stories.map((link) => JSON.parse(link)),
      species: bySpecies.map(({ name, items }) => ({ ...name, items: items.read() })),
      area: inArea?.read() ?? [],
    }),
  };
}
