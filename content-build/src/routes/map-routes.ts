/** The map and the pages of its areas. */
import { MAP_PATH } from '@veldlicht/contract/grid-area';
import { siteOf } from '@veldlicht/contract/site-facts';
import type { ItemLink } from '@veldlicht/contract/snapshot';
import type { SpeciesName } from '@veldlicht/contract/species';
import { areaWords } from '@veldlicht/database/positions/public-place';
import {
  differingIn,
  jsonOf,
  lazyPage,
  linksFrom,
  type RouteKind,
  rowsOf,
  valuesOf,
} from './route-kind.ts';

/** Newest items on an area's page. */
const SHOWN_ITEMS = 200;

const NEWEST = 'SELECT link FROM items WHERE area = ? ORDER BY place DESC LIMIT 1';

interface Group {
  area: string;
  month: number;
  species: string;
  count: number;
}

/** Depends on areas, months and species of items and on the newest item of each area. */
const map: RouteKind = {
  pattern: /^\/kaart$/,
  kind: 'map',
  all: `SELECT '${MAP_PATH}' AS path WHERE EXISTS (SELECT 1 FROM areas)`,
  touched: `SELECT '${MAP_PATH}', is_less FROM changed_items
    WHERE seq IN (${differingIn('area', 'month', 'species')})
    UNION ALL SELECT '${MAP_PATH}', is_less FROM changed_items c
    WHERE is_seen AND c.place >= (SELECT max(i.place) FROM items i WHERE i.area = c.area)`,
  isListed: true,
  show: (content, path) => {
    const areas = valuesOf<string>(content, 'SELECT name FROM areas ORDER BY count DESC, name');
    if (areas.length === 0) return null;
    const groups = rowsOf<Group>(
      content,
      'SELECT area, month, species, count FROM map_groups ORDER BY area, month, species',
    );
    const all = rowsOf<SpeciesName>(
      content,
      'SELECT name AS scientificName, dutch_name AS dutchName FROM species ORDER BY name',
    );
    const site = siteOf(content.site, 'map');
    const thumbs = areas.map((area) => {
      const [newest] = jsonOf<ItemLink>(content, NEWEST, area);
      return newest?.sources[0]?.url ?? '';
    });
    return lazyPage([site, areas, groups, all, thumbs], () => {
      const used = new Set(groups.flatMap(({ species }): string[] => JSON.parse(species)));
      const species = all.filter(({ scientificName }) => used.has(scientificName));
      const indexes = new Map(species.map(({ scientificName }, i) => [scientificName, i]));
      const byArea = Map.groupBy(groups, ({ area }) => area);
      return {
        kind: 'map',
        path,
        site,
        species,
        areas: areas.map((name, at) => ({
          name,
          thumb: thumbs[at] ?? '',
          words: areaWords(name),
          groups: (byArea.get(name) ?? []).map((group) => ({
            month: group.month || null,
            species: JSON.parse(group.species).flatMap((one: string) => indexes.get(one) ?? []),
            count: group.count,
          })),
        })),
      };
    });
  },
};

const areaPages: RouteKind = {
  pattern: /^\/kaart\/w?\d+\/[\d-]+$/,
  kind: 'map-area',
  all: `SELECT '${MAP_PATH}/' || name AS path FROM areas ORDER BY count DESC, name`,
  touched: `SELECT '${MAP_PATH}/' || area, is_less FROM changed_items
    WHERE area IS NOT NULL AND is_seen AND (
      seq IN (${differingIn('area', 'place')})
      OR place >= coalesce((SELECT i.place FROM items i WHERE i.area = changed_items.area
        ORDER BY i.place DESC LIMIT 1 OFFSET ${SHOWN_ITEMS - 1}), 0))`,
  isListed: true,
  show: (content, path) => {
    const name = path.slice(MAP_PATH.length + 1);
    const [count] = valuesOf<number>(content, 'SELECT count FROM areas WHERE name = ?', name);
    if (count === undefined) return null;
    const { keys, read } = linksFrom(
      content,
      `FROM items WHERE area = ? ORDER BY place DESC LIMIT ${SHOWN_ITEMS}`,
      name,
    );
    const facts = {
      kind: 'map-area' as const,
      path,
      site: siteOf(content.site, 'map-area'),
      area: { name, words: areaWords(name) },
      count,
    };
    return lazyPage([facts, keys], () => ({ ...facts, items: read() }));
  },
};

export const mapRoutes: RouteKind[] = [map, areaPages];
