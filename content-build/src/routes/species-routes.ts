/** Pages of species and their list. */
import { siteOf } from '@veldlicht/contract/site-facts';
import type { ItemLink, PublicItem, PublicSpecies } from '@veldlicht/contract/snapshot';
import { speciesGroups } from '@veldlicht/contract/species-groups';
import { areaWords } from '@veldlicht/database/positions/public-place';
import { toLink } from '@veldlicht/database/public/to-public-item';
import { systematicPlace } from '@veldlicht/database/species/systematic-order';
import {
  type Content,
  lazyPage,
  linksFrom,
  listFrom,
  type RouteKind,
  rowsOf,
  valuesOf,
} from './route-kind.ts';

/** Newest items on a species' page; the library has the others. */
const SHOWN_ITEMS = 96;
const LIST_PATH = '/soorten';

/** Species with items and an address. */
const SPECIES = `SELECT name AS scientificName, dutch_name AS dutchName, group_name AS "group", path, count
  FROM species WHERE path IS NOT NULL`;

/** Number of items per month, from January. */
function monthsOf(content: Content, name: string): number[] {
  const counts = rowsOf<{ month: number; count: number }>(
    content,
    'SELECT month, sum(count) AS count FROM sightings WHERE name = ? GROUP BY month',
    name,
  );
  const byMonth = new Map(counts.map(({ month, count }) => [month, count]));
  return Array.from({ length: 12 }, (_, i) => byMonth.get(i + 1) ?? 0);
}

/** Main picture: chosen item, else the newest featured one, else the newest photo. */
const BEST = `FROM item_species s JOIN items i USING (seq) JOIN species o USING (name) WHERE s.name = ?
  ORDER BY s.seq IS o.picture DESC, i.featured DESC, i.type = 'photo' DESC, s.place DESC LIMIT 1`;
const WORDS = 'SELECT words FROM species WHERE name = ?';

const speciesPages: RouteKind = {
  pattern: /^\/soort\/[^/]+$/,
  kind: 'species',
  all: 'SELECT path FROM species WHERE path IS NOT NULL ORDER BY path',
  touched: `
    SELECT o.path, is_less FROM changed_items c, json_each(c.species) s JOIN species o ON o.name = s.value
    UNION ALL SELECT path, 1 FROM pages
    WHERE path > '/soort/' AND path < '/soort0' AND path NOT IN (SELECT path FROM species WHERE path IS NOT NULL)`,
  isListed: true,
  show: (content, path) => {
    const [species] = rowsOf<PublicSpecies>(content, `${SPECIES} AND path = ?`, path);
    if (!species) return null;
    const { scientificName: name } = species;
    const areas = rowsOf<{ name: string; count: number }>(
      content,
      `SELECT area AS name, sum(count) AS count FROM sightings WHERE name = ? AND area <> ''
      GROUP BY area ORDER BY 2 DESC, 1`,
      name,
    );
    const { keys, read } = linksFrom(
      content,
      `FROM item_species s JOIN items i USING (seq) WHERE s.name = ?
      ORDER BY s.place DESC LIMIT ${SHOWN_ITEMS}`,
      name,
    );
    const best = listFrom<PublicItem>(content, 'key', 'item', BEST, [name]);
    const [words] = valuesOf<string | null>(content, WORDS, name);
    const facts = {
      kind: 'species' as const,
      path,
      site: siteOf(content.site, 'species'),
      species,
      months: monthsOf(content, name),
      // Several areas may have the same words.
      places: rowsOf<{ words: string; count: number }>(
        content,
        `SELECT words, sum(count) AS count FROM sightings WHERE name = ? AND words <> ''
        GROUP BY words ORDER BY 2 DESC, 1`,
        name,
      ),
    };
    return lazyPage([facts, areas, keys, best.keys, words], () => {
      const [item] = best.read();
      return {
        ...facts,
        best: item ? toLink(item) : null,
        words: words ?? item?.description ?? null,
        areas: areas.map((area) => ({ ...area, words: areaWords(area.name) })),
        items: read(),
      };
    });
  },
};

const byDutchName = new Intl.Collator('nl').compare;
const bySystem = (a: PublicSpecies, b: PublicSpecies) =>
  systematicPlace(a.scientificName) - systematicPlace(b.scientificName);
const nameOf = ({ dutchName, scientificName }: PublicSpecies) => dutchName ?? scientificName;

/** Chosen picture, else the newest. */
const PICTURE = `SELECT link FROM items WHERE seq = coalesce(picture, (
  SELECT seq FROM item_species s WHERE s.name = species.name ORDER BY s.place DESC LIMIT 1))`;

const speciesList: RouteKind = {
  pattern: /^\/soorten$/,
  kind: 'species-list',
  all: `SELECT '${LIST_PATH}' AS path WHERE EXISTS (SELECT 1 FROM species)`,
  // Shows the chosen or newest item and the number of items of each.
  touched: `
    SELECT '${LIST_PATH}', max(is_less) FROM changed_items
    GROUP BY seq HAVING count(DISTINCT species) > 1 OR count(DISTINCT is_new) = 1
    UNION ALL SELECT '${LIST_PATH}', is_less FROM changed_items c, json_each(c.species) j
    WHERE is_seen AND (c.place >= (SELECT max(s.place) FROM item_species s WHERE s.name = j.value)
      OR c.seq = (SELECT picture FROM species WHERE name = j.value))`,
  isListed: true,
  show: (content, path) => {
    const rows = rowsOf<PublicSpecies & { picture: string }>(
      content,
      SPECIES.replace(' FROM', `, (${PICTURE}) AS picture FROM`),
    );
    if (rows.length === 0) return null;
    const listed = rows
      .map((row) => ({ ...row, picture: JSON.parse(row.picture) as ItemLink }))
      .sort((a, b) => bySystem(a, b) || byDutchName(nameOf(a), nameOf(b)));
    const groups = speciesGroups.map((group) => ({
      group,
      species: listed.filter((one) => one.group === group),
    }));
    const page = {
      kind: 'species-list' as const,
      path,
      site: siteOf(content.site, 'species-list'),
      groups: groups.filter(({ species }) => species.length > 0),
    };
    return { page };
  },
};

export const speciesRoutes: RouteKind[] = [speciesList, speciesPages];
