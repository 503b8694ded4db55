/**
 * The filters of the library: search field, categories (one at a time), tags (any of the chosen ones) and selects. The
 * library itself (library/library.ts) needs no React. Without script the filters are hidden.
 */
import type { LibraryPage } from '@veldlicht/contract/snapshot';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { nl } from '#copy/nl.ts';
import { months } from '#lib/texts.ts';
import {
  type FieldName,
  fieldValue,
  isNoFilter,
  type MediaFilter,
  NO_FILTER,
} from '#library/filter-media.ts';
import {
  changeFilter,
  FIRST_VIEW,
  filterView,
  subscribeToFilterView,
} from '#library/filter-view.ts';
import { TagFilters } from './tag-filters.tsx';

type ChoiceName = Exclude<FieldName, 'query'>;
/** '' is the default. */
type Option = readonly [value: string, label: string];

const { allMonths, allTypes, allYears, orders, types } = nl.library;
const monthOptions = months.map((name, i): Option => [`${i + 1}`, name]);

/** Selects that have something to choose. */
function choicesOf({ years, hasVideos }: Pick<LibraryPage, 'years' | 'hasVideos'>) {
  const yearOptions = years.map((year): Option => [`${year}`, `${year}`]);
  const ofTaken: [ChoiceName, Option[]][] = [
    ['year', [['', allYears], ...yearOptions]],
    ['month', [['', allMonths], ...monthOptions]],
  ];
  const ofType: [ChoiceName, Option[]] = ['type', [['', allTypes], ...Object.entries(types)]];
  const ofOrder: [ChoiceName, Option[]] = [
    'order',
    [
      ['', orders.added],
      ['taken', orders.taken],
    ],
  ];
  const isDated = years.length > 0;
  return [
    ...(isDated ? ofTaken : []),
    ...(hasVideos ? [ofType] : []),
    ...(isDated ? [ofOrder] : []),
  ];
}

/** Parses the value of a field into its part of the filter. */
function partOf(name: FieldName, value: string): Partial<MediaFilter> {
  if (name === 'query') return { query: value };
  if (name === 'type') return { type: value === 'photo' || value === 'video' ? value : null };
  if (name === 'order') return { order: value === 'taken' ? value : NO_FILTER.order };
  return { [name]: Number(value) || null };
}

/**
 * An uncontrolled field: React never overwrites typing, and a value from before hydration becomes the filter.
 */
function useField<E extends HTMLInputElement | HTMLSelectElement>(name: FieldName, value: string) {
  const field = useRef<E>(null);
  const isTaken = useRef(false);
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    if (isTaken.current) {
      if (element.value.trim() !== value.trim()) element.value = value;
    } else if (element.value !== fieldValue(filterView().filter, name))
      changeFilter(partOf(name, element.value), name === 'query');
    isTaken.current = true;
  }, [name, value]);
  return field;
}

function SearchField({ value }: { value: string }) {
  return (
    <search className="search">
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path
          d="m13.4 13.4 4.6 4.6M15 8.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinecap="round"
        />
      </svg>
      <input
        ref={useField<HTMLInputElement>('query', value)}
        className="search__field"
        name="query"
        type="search"
        aria-label={nl.library.search}
        placeholder={nl.library.search}
        autoComplete="off"
        enterKeyHint="search"
        defaultValue=""
        onInput={({ currentTarget }) => changeFilter({ query: currentTarget.value }, true)}
      />
    </search>
  );
}

function FilterSelect(props: { name: ChoiceName; value: string; options: Option[] }) {
  const { name, value, options } = props;
  return (
    <select
      ref={useField<HTMLSelectElement>(name, value)}
      className="filter-select"
      name={name}
      aria-label={nl.library[name]}
      autoComplete="off"
      data-chosen={value !== '' || undefined}
      onChange={({ currentTarget }) => changeFilter(partOf(name, currentTarget.value), false)}
    >
      {options.map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </select>
  );
}

type CategoriesProps = Pick<LibraryPage, 'categories' | 'total'> & { chosen: string | null };

function Categories({ categories, total, chosen }: CategoriesProps) {
  const all = { name: '', label: nl.library.all, count: total };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would promise a form
    <div className="categories-filter row" role="group" aria-label={nl.library.filters}>
      {[all, ...categories].map(({ name, label, count }) => (
        <button
          key={name}
          type="button"
          className="filter"
          data-category={name.toLowerCase()}
          aria-pressed={name.toLowerCase() === (chosen ?? '')}
          // The library has set the address's filter in the HTML.
          suppressHydrationWarning
          onClick={() => changeFilter({ category: name.toLowerCase() || null }, false)}
        >
          {label} <span className="figure">{nl.library.figure(count)}</span>
        </button>
      ))}
    </div>
  );
}

type Props = Pick<LibraryPage, 'categories' | 'tags' | 'years' | 'hasVideos' | 'total'> & {
  /** The count of the result. */
  children?: ReactNode;
};

export function LibraryFilters({ categories, tags, total, children, ...props }: Props) {
  const view = useSyncExternalStore(subscribeToFilterView, filterView, () => FIRST_VIEW);
  const { filter, tagsLeft } = view;
  /** Whether the filters are open on a phone. */
  const [isOpen, setOpen] = useState(false);
  const about = categories.find(({ name }) => name.toLowerCase() === filter.category)?.description;
  const choices = choicesOf(props);
  const clear = () => {
    changeFilter(NO_FILTER, false);
    document.querySelector<HTMLElement>('#beelden')?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className="filters">
        <SearchField value={filter.query} />
        <Categories categories={categories} total={total} chosen={filter.category} />
        {about && <p className="filters__about">{about}</p>}
        {tags.length > 0 && <TagFilters tags={tags} left={tagsLeft} chosen={filter.tags} />}
      </div>
      <div className="library__line row">
        <div className="library__choices">
          {choices.map(([name, options]) => (
            <FilterSelect
              key={name}
              name={name}
              options={options}
              value={fieldValue(filter, name)}
            />
          ))}
        </div>
        {children}
        {!isNoFilter(filter) && (
          <button type="button" className="text-button" onClick={clear}>
            {nl.library.clear}
          </button>
        )}
        {(tags.length > 0 || choices.length > 0) && (
          <button
            type="button"
            className="library__filters text-button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {nl.library.moreFilters}
          </button>
        )}
      </div>
    </>
  );
}
