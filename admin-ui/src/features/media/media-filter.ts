/** Filter and order of the media page, kept in the address (pure). */
import type { MediaItem } from '@veldlicht/contract/media';
import { speciesLabel } from '@veldlicht/contract/species-name';
import { type Column, columns } from './fields.ts';
import { scheduleState } from './state-badges.tsx';
import { rowOfItem } from './table/item-row.ts';
import { type Sort, sorted } from './table/sort.ts';

/** The name of a column; a minus sorts it down. */
type ColumnOrder = Column | `-${Column}`;
const sorts: readonly ColumnOrder[] = columns.flatMap((name) => [name, `-${name}`] as const);
const orders = ['uploaded', 'captured', ...sorts] as const;
const lacks = ['alt', 'place'] as const;
const states = ['published', 'scheduled', 'draft', 'failed'] as const;

/** The choices of each; '' is all. */
export const filterChoices = { state: states, lacks, order: orders };

export interface MediaFilter {
  state: (typeof states)[number] | '';
  category: string;
  tag: string;
  /** Scientific name. */
  species: string;
  /** Of the capture date, yyyy. */
  year: string;
  lacks: (typeof lacks)[number] | '';
  order: (typeof orders)[number];
}
export const noFilter: MediaFilter = {
  state: '',
  category: '',
  tag: '',
  species: '',
  year: '',
  lacks: '',
  order: 'uploaded',
};

/** Reads the filter of an address; unknown values count as all. */
export function filterOf(params: URLSearchParams): MediaFilter {
  const one = <Value extends string>(name: string, choices: readonly Value[]) =>
    choices.find((choice) => choice === params.get(name));
  const year = params.get('year') ?? '';
  return {
    state: one('state', states) ?? '',
    category: params.get('category') ?? '',
    tag: params.get('tag') ?? '',
    species: params.get('species') ?? '',
    year: /^\d{4}$/.test(year) ? year : '',
    lacks: one('lacks', lacks) ?? '',
    order: one('order', orders) ?? 'uploaded',
  };
}

/** Writes a filter into an address, without defaults. */
export function withFilter(params: URLSearchParams, filter: MediaFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(filter)) {
    const isDefault = value === noFilter[name as keyof MediaFilter];
    if (isDefault) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Returns the column of an order, or null. */
export function sortOf(order: MediaFilter['order']): Sort | null {
  const by = columns.find((name) => name === order.replace(/^-/, ''));
  return by ? { by, isDown: order.startsWith('-') } : null;
}

export const orderOf = ({ by, isDown }: Sort): MediaFilter['order'] => (isDown ? `-${by}` : by);

/** Counts the filters that are set; the order is none. */
export function countFilters({ order: _, ...choices }: MediaFilter): number {
  return Object.values(choices).filter(Boolean).length;
}

/** State of an item; one outside its dates is scheduled. */
function stateOf(item: MediaItem, now: number): MediaFilter['state'] {
  if (item.processing === 'failed') return 'failed';
  if (item.status === 'draft') return 'draft';
  return scheduleState(item, now) ? 'scheduled' : 'published';
}

/** Newest capture first; items without a date last, newest upload first. */
function byCapture(a: MediaItem, b: MediaItem): number {
  return (b.date ?? '').localeCompare(a.date ?? '');
}

/** Filters and sorts items, which come newest upload first. */
export function filterItems(
  items: readonly MediaItem[],
  filter: MediaFilter,
  now: number,
): readonly MediaItem[] {
  const { state, category, tag, species, year, lacks: lacking, order } = filter;
  const isShown = (item: MediaItem) =>
    (!state || stateOf(item, now) === state) &&
    (!category || item.category === category) &&
    (!tag || item.tags.includes(tag)) &&
    (!species || item.species.some(({ scientificName }) => scientificName === species)) &&
    (!year || item.date?.startsWith(year)) &&
    (lacking !== 'alt' || !item.alt) &&
    (lacking !== 'place' || !item.location);
  const shown = countFilters(filter) === 0 ? items : items.filter(isShown);
  const sort = sortOf(order);
  if (sort) return sorted(shown, (item) => rowOfItem(item).fields, sort);
  return order === 'captured' ? shown.toSorted(byCapture) : shown;
}

/** Years of capture, newest first. */
export function yearsOf(items: readonly Pick<MediaItem, 'date'>[]): string[] {
  const years = new Set(items.flatMap(({ date }) => date?.slice(0, 4) ?? []));
  return [...years].sort().reverse();
}

/** Maps labels of the species of items to scientific names; equal labels get the scientific name added. */
export function shownSpecies(items: readonly Pick<MediaItem, 'species'>[]): Map<string, string> {
  const all = items.flatMap(({ species }) => species);
  const byName = new Map(all.map((one) => [one.scientificName, speciesLabel(one)]));
  const alike = Map.groupBy(byName.values(), (label) => label);
  const named = [...byName].map(([name, label]): [string, string] =>
    alike.get(label)?.length === 1 ? [label, name] : [`${label} (${name})`, name],
  );
  return new Map(named.sort(([a], [b]) => a.localeCompare(b, 'nl')));
}

export interface MediaFiltersProps {
  items: readonly MediaItem[];
  filter: MediaFilter;
  onFilter: (filter: MediaFilter) => void;
}
