/** The filter rules of the public library (spec §5), and their form in an address. */
import { foldForSearch } from '@veldlicht/contract/name';

export interface MediaFilter {
  /** Lower-case category name; null shows all. */
  category: string | null;
  /** Names; an item passes with any of them. None: no tag filter. */
  tags: string[];
  /** As typed. */
  query: string;
}

export const NO_FILTER: MediaFilter = { category: null, tags: [], query: '' };

/** What a library can be filtered by. */
export interface FilterChoices {
  /** Lower-case names in the owner's order. */
  categories: string[];
  /** Names in the owner's order. */
  tags: string[];
}

/** Columns of what is searched; row i of each belongs to the same item, newest first. */
export interface FilterColumns {
  /** Indexes into `categoryNames`. */
  category: number[];
  /** Lower case. */
  categoryNames: string[];
  /** Indexes into `tagNames`. */
  tags: number[][];
  tagNames: string[];
  /** Made by `searchText`. */
  text: string[];
  /** Every row, newest first: what shows without a filter. */
  all: number[];
}

/** Separates the searched fields: it cannot be typed, so no query matches across two fields. */
const BETWEEN = '\n';

/**
 * What a search looks at in one item: title, description and place (spec §5), and its category, tags and species.
 * It finds all that the spec's match finds, and what is written without accents.
 */
export function searchText(...texts: string[]): string {
  return foldForSearch(texts.join(BETWEEN));
}

function searchedWords(query: string): string {
  return foldForSearch(query.replaceAll(BETWEEN, ' ').trim());
}

/** Whether a search finds one of these texts. */
export function isFound(query: string, ...texts: string[]): boolean {
  return searchText(...texts).includes(searchedWords(query));
}

/** True when every item passes. */
export function isNoFilter({ category, tags, query }: MediaFilter): boolean {
  return category === null && tags.length === 0 && searchedWords(query) === '';
}

export function isSameFilter(a: MediaFilter, b: MediaFilter): boolean {
  return (
    a.category === b.category &&
    a.query === b.query &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag) => b.tags.includes(tag))
  );
}

/** The rows that pass, in their order: newest first. No others than `among` can pass. */
export function filterRows(
  columns: FilterColumns,
  filter: MediaFilter,
  among: readonly number[] = columns.all,
): number[] {
  const words = searchedWords(filter.query);
  const category = columns.categoryNames.indexOf(filter.category ?? '');
  const tags = new Set(filter.tags.map((tag) => columns.tagNames.indexOf(tag)));
  return among.filter(
    (row) =>
      (filter.category === null || columns.category[row] === category) &&
      (tags.size === 0 || columns.tags[row]?.some((tag) => tags.has(tag))) &&
      columns.text[row]?.includes(words),
  );
}

/** `filterRows` while typing: a longer query searches only what the last one found. */
export function rowFilter(columns: FilterColumns): (filter: MediaFilter) => number[] {
  let last: { filter: MediaFilter; rows: number[] } = { filter: NO_FILTER, rows: columns.all };
  return (filter) => {
    const { query } = last.filter;
    const isNarrower =
      searchedWords(filter.query).includes(searchedWords(query)) &&
      isSameFilter({ ...filter, query }, last.filter);
    const rows = filterRows(columns, filter, isNarrower ? last.rows : columns.all);
    last = { filter, rows };
    return rows;
  };
}

/** The filter that an address asks for. A category or tag that does not exist is ignored. */
export function filterOfSearch(search: string, choices: FilterChoices): MediaFilter {
  const parameters = new URLSearchParams(search);
  const category = parameters.get('category')?.toLowerCase();
  const wanted = new Set(parameters.getAll('tag').map((tag) => tag.toLowerCase()));
  return {
    category: category && choices.categories.includes(category) ? category : null,
    tags: choices.tags.filter((tag) => wanted.has(tag.toLowerCase())),
    query: parameters.get('q') ?? '',
  };
}

/** The query that brings a filter back: '' or '?category=…&tag=…&tag=…&q=…'. */
export function searchOfFilter({ category, tags, query }: MediaFilter): string {
  const parameters = new URLSearchParams();
  if (category !== null) parameters.set('category', category);
  for (const tag of tags) parameters.append('tag', tag);
  if (query.trim()) parameters.set('q', query.trim());
  return parameters.size > 0 ? `?${parameters}` : '';
}
