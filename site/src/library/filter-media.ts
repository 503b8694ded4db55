/** The filter rules of the public library (spec §5), and their serialisation in the address. */
import { searchedTexts } from '@veldlicht/contract/item-fields';
import type { LibraryStory } from '@veldlicht/contract/library-index';
import { foldForSearch } from '@veldlicht/contract/name';

export interface MediaFilter {
  /** Lower-case category name; null shows all. */
  category: string | null;
  /** Names; an item passes with any of them. Empty: no tag filter. */
  tags: string[];
  /** As typed. */
  query: string;
  /** When it was taken; a month, 1 to 12, matches in every year. */
  year: number | null;
  month: number | null;
  type: 'photo' | 'video' | null;
  /** By the time it was added, or by the date it was taken; newest first. */
  order: 'added' | 'taken';
}

export const NO_FILTER: MediaFilter = {
  category: null,
  tags: [],
  query: '',
  year: null,
  month: null,
  type: null,
  order: 'added',
};

/** Names of the filter fields. */
export type FieldName = 'query' | 'year' | 'month' | 'type' | 'order';

/** The value of a field's element: '' for no filter. */
export function fieldValue(filter: MediaFilter, name: FieldName): string {
  return filter[name] === NO_FILTER[name] ? '' : `${filter[name]}`;
}

/** The choices of a library's filters. */
export interface FilterChoices {
  /** Lower-case names in the owner's order. */
  categories: string[];
  /** Names in the owner's order. */
  tags: string[];
  years: number[];
}

/** Searched columns; row i of each belongs to the same item, newest first. */
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
  /** Seconds of a video; 0 for a photo. */
  duration: number[];
  /** Date of capture as digits, 20260501 or 20260500; 0 for none. */
  taken: number[];
  /** Every row, newest first, as shown without a filter. */
  all: number[];
}

/** Searched fields, in this order. */
export const searchedFields = [...searchedTexts, 'place', 'category', 'tags', 'species'] as const;
export type SearchedField = (typeof searchedFields)[number];

/** Separators of fields, and of names in a field: they can't be typed, so no query matches across two. */
const BETWEEN_FIELDS = '\n';
const BETWEEN_NAMES = '\u001f';

/**
 * The searched text of one item: its texts and place (spec §5), and its category, tags and species.
 * Finds everything that the spec's match finds, and matches without accents.
 */
export function searchText(...fields: (string | string[])[]): string {
  const texts = fields.map((field) => [field].flat().join(BETWEEN_NAMES));
  return foldForSearch(texts.join(BETWEEN_FIELDS));
}

function searchedWords(query: string): string {
  const typed = query.replaceAll(BETWEEN_FIELDS, ' ').replaceAll(BETWEEN_NAMES, ' ');
  return foldForSearch(typed.trim());
}

/** Whether a search finds one of these texts. */
export function isFound(query: string, ...texts: string[]): boolean {
  return searchText(...texts).includes(searchedWords(query));
}

/** The first stories, up to `most`, whose title or text matches a search; none without a search. */
export function findStories(
  stories: readonly LibraryStory[],
  query: string,
  most: number,
): LibraryStory[] {
  if (searchedWords(query) === '') return [];
  return stories.filter(({ title, words }) => isFound(query, title, words)).slice(0, most);
}

/** Number of rows in which a search matches each field; for each item only the first match counts. */
export function countFields(
  columns: Pick<FilterColumns, 'text'>,
  query: string,
  rows: readonly number[],
): Map<SearchedField, number> {
  const words = searchedWords(query);
  const counts = searchedFields.map(() => 0);
  for (const row of words ? rows : []) {
    const text = columns.text[row] ?? '';
    const at = text.indexOf(words);
    let field = 0;
    for (let end = text.indexOf(BETWEEN_FIELDS); end >= 0 && end < at; field++)
      end = text.indexOf(BETWEEN_FIELDS, end + 1);
    counts[field] = (counts[field] ?? 0) + 1;
  }
  return new Map(
    searchedFields.map((name, i) => [name, counts[i] ?? 0] as const).filter(([, n]) => n > 0),
  );
}

/** Names of the tags of any of the rows. */
export function tagsAmong(
  columns: Pick<FilterColumns, 'tags' | 'tagNames'>,
  rows: readonly number[],
): Set<string> {
  const found = new Set(rows.flatMap((row) => columns.tags[row] ?? []));
  return new Set([...found].flatMap((tag) => columns.tagNames[tag] ?? []));
}

/** True when every item passes, in the order of the page. */
export function isNoFilter(filter: MediaFilter): boolean {
  return searchedWords(filter.query) === '' && isSameFilter({ ...filter, query: '' }, NO_FILTER);
}

export function isSameFilter(a: MediaFilter, b: MediaFilter): boolean {
  return (
    a.category === b.category &&
    a.query === b.query &&
    a.year === b.year &&
    a.month === b.month &&
    a.type === b.type &&
    a.order === b.order &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag) => b.tags.includes(tag))
  );
}

/** All rows by date of capture, latest first, undated ones last; within a day newest first. */
function rowsByCapture({ all, taken }: Pick<FilterColumns, 'all' | 'taken'>): number[] {
  return all.toSorted((a, b) => (taken[b] ?? 0) - (taken[a] ?? 0) || a - b);
}

/** The rows that pass, in order. Only rows in `among`, in the same order, can pass. */
export function filterRows(
  columns: FilterColumns,
  filter: MediaFilter,
  among: readonly number[] = filter.order === 'taken' ? rowsByCapture(columns) : columns.all,
): number[] {
  const { year, month, type } = filter;
  const words = searchedWords(filter.query);
  const isTaken = (taken: number) =>
    (year === null || Math.trunc(taken / 10_000) === year) &&
    (month === null || Math.trunc(taken / 100) % 100 === month);
  const category = columns.categoryNames.indexOf(filter.category ?? '');
  const tags = new Set(filter.tags.map((tag) => columns.tagNames.indexOf(tag)));
  return among.filter(
    (row) =>
      (filter.category === null || columns.category[row] === category) &&
      (tags.size === 0 || columns.tags[row]?.some((tag) => tags.has(tag))) &&
      (type === null || (columns.duration[row] === 0) === (type === 'photo')) &&
      isTaken(columns.taken[row] ?? 0) &&
      columns.text[row]?.includes(words),
  );
}

/**
 * `filterRows` while typing: a longer query searches only the last result, and returns the same list if nothing drops
 * out.
 */
export function rowFilter(columns: FilterColumns): (filter: MediaFilter) => number[] {
  let last: { filter: MediaFilter; rows: number[] } = { filter: NO_FILTER, rows: columns.all };
  let byCapture: number[] | null = null;
  const allRows = ({ order }: MediaFilter) => {
    if (order === 'added') return columns.all;
    byCapture ??= rowsByCapture(columns);
    return byCapture;
  };
  return (filter) => {
    const { query } = last.filter;
    const isNarrower =
      searchedWords(filter.query).includes(searchedWords(query)) &&
      isSameFilter({ ...filter, query }, last.filter);
    const among = isNarrower ? last.rows : allRows(filter);
    const found = filterRows(columns, filter, among);
    const rows = found.length === among.length ? among : found;
    last = { filter, rows };
    return rows;
  };
}

const months = Array.from({ length: 12 }, (_, i) => i + 1);
const types = ['photo', 'video'] as const;

/** Parses the filter of an address. Unknown values are ignored. */
export function filterOfSearch(search: string, choices: FilterChoices): MediaFilter {
  const parameters = new URLSearchParams(search);
  const category = parameters.get('category')?.toLowerCase();
  const numberAmong = (numbers: number[], name: string) =>
    numbers.find((number) => String(number) === parameters.get(name)) ?? null;
  const wanted = new Set(parameters.getAll('tag').map((tag) => tag.toLowerCase()));
  return {
    category: category && choices.categories.includes(category) ? category : null,
    tags: choices.tags.filter((tag) => wanted.has(tag.toLowerCase())),
    query: parameters.get('q') ?? '',
    year: numberAmong(choices.years, 'year'),
    month: numberAmong(months, 'month'),
    type: types.find((type) => type === parameters.get('type')) ?? null,
    order: parameters.get('order') === 'taken' ? 'taken' : 'added',
  };
}

/** The query of a filter: '' or '?category=…&tag=…&tag=…&q=…&year=…&month=…&type=…&order=taken'. */
export function searchOfFilter({ category, tags, query, ...filter }: MediaFilter): string {
  const parameters = new URLSearchParams();
  if (category !== null) parameters.set('category', category);
  for (const tag of tags) parameters.append('tag', tag);
  if (query.trim()) parameters.set('q', query.trim());
  for (const name of ['year', 'month', 'type'] as const)
    if (filter[name] !== null) parameters.set(name, String(filter[name]));
  if (filter.order === 'taken') parameters.set('order', 'taken');
  return parameters.size > 0 ? `?${parameters}` : '';
}
