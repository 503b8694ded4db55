/** What the page of an item leads to: stories that show it, and others of its species and its area. */
import type { ItemLink, ItemPage } from '@veldlicht/contract/snapshot';
import type { SpeciesName } from '@veldlicht/contract/species';
import type { Story } from '@veldlicht/database/public/to-public-story';
import { type Content, jsonOf, rowsOf } from './route-kind.ts';
import { toStoryLinks } from './story-routes.ts';

/** Of a species or an area a page leads to so many, those next to it in the order of ages: so an edit touches few. */
const KIN = 4;
/** Stories, and species with items, that a page leads to. */
const KIN_STORIES = 3;
const KIN_SPECIES = 2;

/** An item as its kin is found by; `species` is a JSON list of names. */
export interface KinRow {
  seq: number;
  place: number;
  species: string;
  area: string | null;
}

/** SQL for what is next to a place among some: the nearest first. */
const nearest = (column: string, among: string, sign: '<' | '>', place: string) =>
  `SELECT ${column} FROM ${among} AND k.place ${sign} ${place}
  ORDER BY k.place ${sign === '<' ? 'DESC' : ''} LIMIT ${KIN}`;
const ofSpecies = (name: string) => `item_species k WHERE k.name = ${name}`;
const ofArea = (area: string) => `items k WHERE k.area = ${area}`;

const isBeside = (among: string) => `i.seq IN (
  SELECT seq FROM (${nearest('k.seq', among, '<', 'c.place')})
  UNION ALL SELECT seq FROM (${nearest('k.seq', among, '>', 'c.place')}))`;

/** Every item as it is, and as it was when an address was marked for it. */
const KNOWN = `(SELECT path, species, area FROM items
  UNION ALL SELECT path, species, area FROM unsettled_items)`;

/** SQL for the pages of items that lead to what differs. */
export const TOUCHED_KIN = `
  SELECT i.path, c.is_less FROM changed_items c CROSS JOIN json_each(c.species) s CROSS JOIN items i
    ON ${isBeside(ofSpecies('s.value'))} WHERE c.is_seen
  UNION ALL SELECT i.path, c.is_less FROM changed_items c CROSS JOIN items i
    ON ${isBeside(ofArea('c.area'))} WHERE c.is_seen AND c.area IS NOT NULL
  UNION ALL SELECT i.path, c.is_less FROM changed_stories c CROSS JOIN json_each(c.items) j
    CROSS JOIN items i ON i.seq = j.value
  -- The item that stands for a story.
  UNION ALL SELECT i.path, c.is_less FROM changed_items c CROSS JOIN story_items a ON a.seq = c.seq
    CROSS JOIN stories s ON s.id = a.story AND s.picture = c.seq
    CROSS JOIN story_items b ON b.story = s.id CROSS JOIN items i ON i.seq = b.seq WHERE c.is_seen
  -- A page that is not made yet may lead to what was beside it earlier.
  UNION ALL SELECT d.path, 1 FROM changed_items c CROSS JOIN dirty d CROSS JOIN ${KNOWN} k ON k.path = d.path
    WHERE c.is_less AND (k.area = c.area OR EXISTS (
      SELECT 1 FROM json_each(k.species) a JOIN json_each(c.species) b ON a.value = b.value))`;

/** The items next to one among some, the newest first: as many on either side as there are. */
function beside(content: Content, among: string, key: string, place: number): ItemLink[] {
  const link = among.startsWith('items') ? 'k.link' : '(SELECT link FROM items WHERE seq = k.seq)';
  const [newer = [], older = []] = (['>', '<'] as const).map((sign) =>
    jsonOf<ItemLink>(content, nearest(link, among, sign, '?'), key, place),
  );
  const after = Math.max(KIN / 2, KIN - older.length);
  const shown = newer.slice(0, after);
  return [...shown.reverse(), ...older.slice(0, KIN - shown.length)];
}

/** What the page of an item leads to, beside its neighbours. */
export function kinOf(
  content: Content,
  row: KinRow,
): Pick<ItemPage, 'stories' | 'species' | 'area'> {
  const { area, place, seq, species } = row;
  const stories = jsonOf<Story>(
    content,
    `SELECT s.story FROM story_items i JOIN stories s ON s.id = i.story WHERE i.seq = ?
    ORDER BY s.place DESC LIMIT ${KIN_STORIES}`,
    seq,
  );
  const names = rowsOf<SpeciesName>(
    content,
    `SELECT o.name AS scientificName, o.dutch_name AS dutchName
    FROM json_each(?) s JOIN species o ON o.name = s.value LIMIT ${KIN_SPECIES}`,
    species,
  );
  return {
    stories: toStoryLinks(content, stories),
    species: names.flatMap((name) => {
      const items = beside(content, ofSpecies('?'), name.scientificName, place);
      return items.length > 0 ? { ...name, items } : [];
    }),
    area: area === null ? [] : beside(content, ofArea('?'), area, place),
  };
}
