/** The map, and the pages of the areas on it. */
import { areaNamed, areaPath, MAP_PATH } from '@veldlicht/contract/grid-area';
import { areaWords } from '@veldlicht/database/positions/public-place';
import { toLink } from '@veldlicht/database/public/to-public-item';
import { sha256 } from '@veldlicht/database/sha256';
import type { ContentSource, Entry } from '../snapshot/content-source.ts';
import { groupKey, ofLink, type Route, route } from './route.ts';

/** Items that the page of an area shows: the newest. */
const SHOWN_ITEMS = 200;

export interface Area {
  name: string;
  /** Newest first. */
  entries: Entry[];
}

/** Where these items are on the map, most items first. */
export function areasOf(entries: Entry[]): Area[] {
  const byName = Map.groupBy(entries, ({ area }) => area);
  const areas = [...byName].flatMap(([name, entries]) => (name === null ? [] : { name, entries }));
  return areas.sort((a, b) => b.entries.length - a.entries.length || (a.name < b.name ? -1 : 1));
}

/** What the map tells of an item. */
const shownOf = ({ month, species }: Entry) => `${month ?? ''}.${species.join()}`;

/** The key has what the map shows of each item, and no more: a new title leaves the page as it is. */
function mapRoute(source: ContentSource, areas: Area[]): Route {
  const used = new Set(areas.flatMap(({ entries }) => entries.flatMap(({ species }) => species)));
  const species = source.species
    .filter(({ scientificName }) => used.has(scientificName))
    .map(({ scientificName, dutchName }) => ({ scientificName, dutchName }));
  const shown = areas.map(({ name, entries }) => `${name} ${entries.map(shownOf).join('|')}`);
  const key = sha256(JSON.stringify(species) + shown.join('\n'));
  return route(MAP_PATH, key, () => {
    const indexes = new Map(species.map(({ scientificName }, i) => [scientificName, i]));
    const indexesOf = (names: string[]) => names.flatMap((name) => indexes.get(name) ?? []);
    return {
      ...{ kind: 'map', path: MAP_PATH, site: source.site, species },
      areas: areas.map(({ name, entries }) => ({
        ...{ name, words: areaWords(areaNamed(name)) },
        items: entries.map(({ month, species }) => ({ month, species: indexesOf(species) })),
      })),
    };
  });
}

function areaRoute(source: ContentSource, { name, entries }: Area): Route {
  const area = areaNamed(name);
  const path = areaPath(area);
  return route(path, groupKey(entries, ofLink), () => ({
    ...{ kind: 'map-area', path, site: source.site, area: { name, words: areaWords(area) } },
    count: entries.length,
    items: source.items(entries.slice(0, SHOWN_ITEMS)).map(toLink),
  }));
}

/** None while no place of an item is told as an area of the Dutch grid. */
export function mapRoutes(source: ContentSource): Route[] {
  const areas = areasOf(source.entries);
  if (areas.length === 0) return [];
  return [mapRoute(source, areas), ...areas.map((area) => areaRoute(source, area))];
}
