/**
 * Connects the library (library.ts) and its filters (islands/library-filters.tsx). Either may load first, and the
 * script of the filters may never load.
 */
import { type MediaFilter, NO_FILTER } from './filter-media.ts';

/** What the filters show, set by the library. */
export interface FilterView {
  filter: MediaFilter;
  /** Tags in the result; null for all. */
  tagsLeft: ReadonlySet<string> | null;
}

type ChangeListener = (filter: MediaFilter, isTyping: boolean) => void;
type FilterChange = [part: Partial<MediaFilter>, isTyping: boolean];

/** The view in the HTML. */
export const FIRST_VIEW: FilterView = { filter: NO_FILTER, tagsLeft: null };

let view = FIRST_VIEW;
const readers = new Set<() => void>();
let library: ChangeListener | null = null;
/** Changes from before the library listens. */
let waiting: FilterChange[] = [];

/** The same object until it changes. */
export const filterView = (): FilterView => view;

export function subscribeToFilterView(read: () => void): () => void {
  readers.add(read);
  return () => readers.delete(read);
}

export function showInFilters(part: Partial<FilterView>): void {
  view = { ...view, ...part };
  for (const read of readers) read();
}

/** Applies a choice of the visitor, now or once the library listens. */
export function changeFilter(...change: FilterChange): void {
  const [part, isTyping] = change;
  if (library) library({ ...view.filter, ...part }, isTyping);
  else waiting.push(change);
}

export function hearFilterChanges(listener: ChangeListener): void {
  library = listener;
  const changes = waiting;
  waiting = [];
  for (const change of changes) changeFilter(...change);
}
