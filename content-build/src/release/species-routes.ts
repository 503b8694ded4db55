/** The pages of species, and the list that leads to them. */
import { areaNamed } from '@veldlicht/contract/grid-area';
import { nameSlug } from '@veldlicht/contract/name';
import type { PublicItem, PublicSpecies } from '@veldlicht/contract/snapshot';
import { speciesGroups } from '@veldlicht/contract/species-groups';
import { areaWords } from '@veldlicht/database/positions/public-place';
import { toLink } from '@veldlicht/database/public/to-public-item';
import { type ContentSource, type Entry, itemOf, withItems } from '../snapshot/content-source.ts';
import { areasOf } from './map-routes.ts';
import { groupKey, linkStamp, ofLink, type Route, route } from './route.ts';

/** Items that the page of a species shows: the newest. The library finds the others. */
const SHOWN_ITEMS = 96;
/** Where the list of all species is. */
const LIST_PATH = '/soorten';

/** A species with the items that show it, newest first. */
interface Shown extends PublicSpecies {
  entries: [Entry, ...Entry[]];
}

/** Species with at least one item, each with an address of its own. */
function shownSpecies(source: ContentSource): Shown[] {
  const entries = new Map<string, [Entry, ...Entry[]]>();
  for (const entry of source.entries)
    for (const name of entry.species) {
      const list = entries.get(name);
      if (list) list.push(entry);
      else entries.set(name, [entry]);
    }
  const byPath = new Map<string, Shown>();
  for (const facts of source.species) {
    const found = entries.get(facts.scientificName);
    const path = `/soort/${nameSlug(facts.scientificName)}`;
    if (found && !byPath.has(path))
      byPath.set(path, { ...facts, path, count: found.length, entries: found });
  }
  return [...byPath.values()];
}

/** How many items were taken in each month, from January. */
function countMonths(items: PublicItem[]): number[] {
  const months = Array.from({ length: 12 }, () => 0);
  for (const { date } of items) {
    const month = date ? Number(date.slice(5, 7)) - 1 : -1;
    if (months[month] !== undefined) months[month]++;
  }
  return months;
}

/** Words of places, most items first. Of several items in one area it is told once. */
function countPlaces(items: PublicItem[]): { words: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { place } of items) if (place) counts.set(place, (counts.get(place) ?? 0) + 1);
  const places = [...counts].map(([words, count]) => ({ words, count }));
  return places.sort((a, b) => b.count - a.count || (a.words < b.words ? -1 : 1));
}

function speciesRoute(source: ContentSource, { entries, ...species }: Shown): Route {
  const { path } = species;
  const key = JSON.stringify([species.dutchName, species.group, groupKey(entries, ofLink)]);
  return route(path, key, () => {
    const items = withItems(source, entries).map(({ item }) => item);
    return {
      ...{ kind: 'species', path, site: source.site, species },
      items: items.slice(0, SHOWN_ITEMS).map(toLink),
      months: countMonths(items),
      places: countPlaces(items),
      areas: areasOf(entries).map(({ name, entries }) => {
        return { name, words: areaWords(areaNamed(name)), count: entries.length };
      }),
    };
  });
}

const byDutchName = new Intl.Collator('nl').compare;
const nameOf = ({ dutchName, scientificName }: PublicSpecies) => dutchName ?? scientificName;

function listRoute(source: ContentSource, all: Shown[]): Route {
  const key = JSON.stringify(
    all.map(({ path, dutchName, group, count, entries: [newest] }) => {
      return [path, dutchName, group, count, linkStamp(newest)];
    }),
  );
  return route(LIST_PATH, key, () => {
    const listed = all
      .toSorted((a, b) => byDutchName(nameOf(a), nameOf(b)))
      .map(({ entries: [newest], ...species }) => {
        return { ...species, newest: toLink(itemOf(source, newest)) };
      });
    const groups = speciesGroups.map((group) => ({
      group,
      species: listed.filter((one) => one.group === group),
    }));
    const filled = groups.filter(({ species }) => species.length > 0);
    return { kind: 'species-list', path: LIST_PATH, site: source.site, groups: filled };
  });
}

/** None while no item shows a species. */
export function speciesRoutes(source: ContentSource): Route[] {
  const all = shownSpecies(source);
  if (all.length === 0) return [];
  return [listRoute(source, all), ...all.map((species) => speciesRoute(source, species))];
}
