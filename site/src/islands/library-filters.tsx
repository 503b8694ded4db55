/** Search field, categories (one at a time), tags (any of the chosen ones), and what else narrows or orders. */
import type { LibraryPage } from '@veldlicht/contract/snapshot';
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { nl } from '#copy/nl.ts';
import { type MediaFilter, NO_FILTER } from '#lib/filter-media.ts';
import { tagsInRow } from '#lib/tag-row.ts';
import { months } from '#lib/texts.ts';

type Change = (part: Partial<MediaFilter>, isTyping?: boolean) => void;

/** Always the same function, so that the parts below are rendered for their own changes only. */
function useChange({ filter, onChange }: Pick<Props, 'filter' | 'onChange'>): Change {
  const now = useRef({ filter, onChange });
  now.current = { filter, onChange };
  return useRef<Change>((part, isTyping) => {
    // Two choices may come before the next rendering.
    now.current.filter = { ...now.current.filter, ...part };
    now.current.onChange(now.current.filter, isTyping);
  }).current;
}

interface Props {
  categories: LibraryPage['categories'];
  /** Those that an item has which passes the other filters. */
  tags: string[];
  total: number;
  filter: MediaFilter;
  onChange: (filter: MediaFilter, isTyping?: boolean) => void;
  /** The visitor is about to search: the index may be fetched. */
  onIntent: () => void;
}

export function LibraryFilters(props: Props) {
  const { categories, tags, total, filter, onIntent } = props;
  const change = useChange(props);
  const about = categories.find(({ name }) => name.toLowerCase() === filter.category)?.description;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the focus of what is in it
    <div className="filters" onFocus={onIntent} onPointerEnter={onIntent}>
      <SearchField query={filter.query} onChange={change} />
      <Categories
        categories={categories}
        total={total}
        chosen={filter.category}
        onChange={change}
      />
      {about && <p className="filters__about">{about}</p>}
      {tags.length > 0 && <TagFilters tags={tags} chosen={filter.tags} onChange={change} />}
    </div>
  );
}

const SearchField = memo(function SearchField(props: { query: string; onChange: Change }) {
  const { query, onChange } = props;
  const field = useRef<HTMLInputElement>(null);
  // What was typed before the script was there counts.
  useEffect(() => {
    const typed = field.current?.value;
    if (typed) onChange({ query: typed }, true);
  }, [onChange]);
  // Written only when it differs, so that typing is never overwritten.
  useEffect(() => {
    if (field.current && field.current.value.trim() !== query.trim()) field.current.value = query;
  }, [query]);
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
        ref={field}
        className="search__field"
        type="search"
        aria-label={nl.library.search}
        placeholder={nl.library.search}
        autoComplete="off"
        enterKeyHint="search"
        defaultValue=""
        onInput={(event) => onChange({ query: event.currentTarget.value }, true)}
      />
    </search>
  );
});

interface CategoriesProps {
  categories: LibraryPage['categories'];
  total: number;
  chosen: string | null;
  onChange: Change;
}

const Categories = memo(function Categories(props: CategoriesProps) {
  const { categories, total, chosen, onChange } = props;
  const all = { name: null, label: nl.library.all, count: total };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would promise a form
    <div className="categories-filter" role="group" aria-label={nl.library.filters}>
      {[all, ...categories].map(({ name, label, count }) => (
        <button
          key={label + name}
          type="button"
          className="filter"
          aria-pressed={chosen === (name?.toLowerCase() ?? null)}
          onClick={() => onChange({ category: name?.toLowerCase() ?? null })}
        >
          {label} <span className="figure">{nl.library.figure(count)}</span>
        </button>
      ))}
    </div>
  );
});

/** How many tags fit in the box, and which one has the focus; -1: none. */
function measured(box: HTMLElement): { fit: number; focused: number } {
  const width = (element: Element | null) => element?.getBoundingClientRect().width ?? 0;
  const tags = [...box.querySelectorAll('.tag')];
  const focused = document.activeElement ? tags.indexOf(document.activeElement) : -1;
  const { columnGap, flexWrap } = getComputedStyle(box);
  if (flexWrap === 'nowrap') return { fit: tags.length, focused };
  const fit = tagsInRow(tags.map(width), {
    width: width(box),
    gap: Number.parseFloat(columnGap),
    more: width(box.querySelector('.tags-filter__more')),
  });
  return { fit, focused };
}

/**
 * One row of tags, and the rest behind a button: photographs come first (next.md §7). A chosen one is always shown.
 * On a phone they are one row that scrolls, which needs no button.
 */
const TagFilters = memo(function TagFilters(props: {
  tags: string[];
  chosen: string[];
  onChange: Change;
}) {
  const { tags, chosen, onChange } = props;
  const box = useRef<HTMLDivElement>(null);
  /** How many fit; null until measured, as in the HTML. */
  const [fit, setFit] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** Deselected just now: stays visible until the visitor turns away. */
  const [left, setLeft] = useState<string | null>(null);
  /** How many fitted the last time. */
  const fitted = useRef(Number.POSITIVE_INFINITY);

  useLayoutEffect(() => {
    if (!box.current) return;
    const element = box.current;
    const measure = () => {
      const { fit: next, focused } = measured(element);
      setFit(next);
      // Would hide the tag that has the focus: reached by keyboard before hydration, or the box shrank.
      if (focused >= next && focused < fitted.current) setOpen(true);
      fitted.current = next;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // The widths are those of the fonts.
    document.fonts.addEventListener('loadingdone', measure);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', measure);
    };
  }, [tags]);

  const toggle = (tag: string) => {
    setLeft(tag);
    onChange({ tags: tags.filter((name) => chosen.includes(name) !== (name === tag)) });
  };
  const hasMore = fit !== null && fit < tags.length;
  const isBeyond = (tag: string, at: number) =>
    hasMore && !isOpen && at >= fit && tag !== left && !chosen.includes(tag);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would promise a form
    <div
      className="tags-filter"
      role="group"
      aria-label={nl.library.tagFilters}
      data-measured={fit !== null || undefined}
      onBlur={() => setLeft(null)}
      ref={box}
    >
      {tags.map((tag, at) => (
        <button
          key={tag}
          type="button"
          className="tag"
          aria-pressed={chosen.includes(tag)}
          data-beyond={isBeyond(tag, at) || undefined}
          onClick={() => toggle(tag)}
        >
          {tag}
        </button>
      ))}
      <button
        type="button"
        className="tags-filter__more"
        aria-expanded={isOpen}
        data-unneeded={!hasMore || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? nl.library.fewerTags : nl.library.allTags}
      </button>
    </div>
  );
});

interface SelectProps {
  label: string;
  /** '' is what is chosen at first. */
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  /** What a value means. */
  part: (value: string) => Partial<MediaFilter>;
  onChange: Change;
}

const FilterSelect = memo(function FilterSelect(props: SelectProps) {
  const { label, value, options, part, onChange } = props;
  const field = useRef<HTMLSelectElement>(null);
  // What was chosen before the script was there counts.
  useEffect(() => {
    const chosen = field.current?.value;
    if (chosen) onChange(part(chosen));
  }, [part, onChange]);
  useEffect(() => {
    if (field.current) field.current.value = value;
  }, [value]);
  return (
    <select
      ref={field}
      className="filter-select"
      aria-label={label}
      autoComplete="off"
      data-chosen={value !== '' || undefined}
      onChange={({ currentTarget }) => onChange(part(currentTarget.value))}
    >
      {options.map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  );
});

const { allMonths, allTypes, allYears, orders, types } = nl.library;
const monthOptions = [
  ['', allMonths],
  ...months.map((name, i) => [String(i + 1), name] as const),
] as const;
const typeOptions = [['', allTypes], ...Object.entries(types)] as const;
const orderOptions = [
  ['', orders.added],
  ['taken', orders.taken],
] as const;
const yearPart = (value: string) => ({ year: Number(value) || null });
const monthPart = (value: string) => ({ month: Number(value) || null });
const typePart = (value: string): Partial<MediaFilter> => ({
  type: value === 'photo' || value === 'video' ? value : null,
});
const orderPart = (value: string): Partial<MediaFilter> => ({
  order: value === 'taken' ? value : NO_FILTER.order,
});

interface ChoicesProps extends Pick<Props, 'filter' | 'onChange' | 'onIntent'> {
  years: number[];
  hasVideos: boolean;
}

/** When it was taken, photos or videos, and the order; each where there is something to choose. */
export function LibraryChoices({ years, hasVideos, ...props }: ChoicesProps) {
  const { year, month, type, order } = props.filter;
  const onChange = useChange(props);
  const hasYears = years.length > 0;
  const yearOptions = useMemo(
    () => [['', allYears], ...years.map((one) => [String(one), String(one)] as const)] as const,
    [years],
  );
  const choices = [
    hasYears && { label: nl.library.year, value: year, options: yearOptions, part: yearPart },
    hasYears && { label: nl.library.month, value: month, options: monthOptions, part: monthPart },
    hasVideos && { label: nl.library.type, value: type, options: typeOptions, part: typePart },
    hasYears && {
      ...{ label: nl.library.order, options: orderOptions, part: orderPart },
      value: order === 'taken' ? order : '',
    },
  ].filter((choice) => choice !== false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the focus of what is in it
    <div className="library__choices" onFocus={props.onIntent} onPointerEnter={props.onIntent}>
      {choices.map(({ value, ...choice }) => (
        <FilterSelect key={choice.label} {...choice} value={`${value ?? ''}`} onChange={onChange} />
      ))}
    </div>
  );
}
