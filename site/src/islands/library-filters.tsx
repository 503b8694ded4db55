import type { LibraryPage } from '@veldlicht/contract/snapshot';
import { memo, useEffect, useRef } from 'react';
import { nl } from '#copy/nl.ts';
import type { MediaFilter } from '#lib/filter-media.ts';
import { TagFilters } from './tag-filters.tsx';

interface Props {
  categories: LibraryPage['categories'];
  tags: string[];
  total: number;
  filter: MediaFilter;
  onChange: (filter: MediaFilter, isTyping?: boolean) => void;
  /** The visitor is about to search: the index may be fetched. */
  onIntent: () => void;
}

/** Search field, categories (one at a time) and tags (any of the chosen ones). */
export function LibraryFilters({ categories, tags, total, filter, onChange, onIntent }: Props) {
  const now = useRef({ filter, onChange });
  now.current = { filter, onChange };
  const change = useRef((part: Partial<MediaFilter>, isTyping?: boolean) =>
    now.current.onChange({ ...now.current.filter, ...part }, isTyping),
  ).current;
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
      {tags.length > 0 && <TagFilters tags={tags} chosen={filter.tags} onChange={change} />}
    </div>
  );
}

type Change = (part: Partial<MediaFilter>, isTyping?: boolean) => void;

const SearchField = memo(function SearchField(props: { query: string; onChange: Change }) {
  const { query, onChange } = props;
  const field = useRef<HTMLInputElement>(null);
  // What was typed before the script was there counts.
  useEffect(() => {
    const typed = field.current?.value;
    if (typed) onChange({ query: typed }, true);
  }, [onChange]);
  // Written only when it says something else: the field belongs to whoever types.
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
