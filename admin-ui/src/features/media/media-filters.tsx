/** What the media page shows: by state, category, tag, year and what is missing, in an order. */
import type { MediaItem } from '@veldlicht/contract/media';
import { capitalised } from '@veldlicht/contract/name';
import { ListFilter, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { SearchSelect } from '#components/ui/search-select.tsx';
import { Select } from '#components/ui/select.tsx';
import { useEntryNames } from './media-fields.tsx';
import {
  countFilters,
  filterChoices,
  type MediaFilter,
  noFilter,
  yearsOf,
} from './media-filter.ts';

/** Stands for all in a list; no name is a space. */
const ALL = ' ';

const stateTexts = {
  published: 'published',
  scheduled: 'scheduled',
  draft: 'draft',
  failed: 'processingFailed',
} as const;
const lackTexts = { alt: 'withoutAlt', place: 'withoutPlace' } as const;
const orderTexts = { uploaded: 'orderUploaded', captured: 'orderCaptured' } as const;

interface MediaFiltersProps {
  items: readonly MediaItem[];
  filter: MediaFilter;
  onFilter: (filter: MediaFilter) => void;
}

export function MediaFilters({ items, filter, onFilter }: MediaFiltersProps) {
  const { t } = useTranslation();
  const panel = useId();
  const count = countFilters(filter);
  const [isOpen, setOpen] = useState(count > 0 || filter.order !== noFilter.order);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="quiet"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
          className="-ml-3"
        >
          <ListFilter aria-hidden="true" className="size-4" />
          {count > 0 ? t('filtersOn', { number: String(count) }) : t('filters')}
        </Button>
        {count > 0 && (
          <Button
            look="quiet"
            size="sm"
            onClick={() => onFilter({ ...noFilter, order: filter.order })}
          >
            <X aria-hidden="true" className="size-4" />
            {t('clearFilters')}
          </Button>
        )}
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <FilterFields items={items} filter={filter} onFilter={onFilter} />}
      </div>
    </div>
  );
}

function FilterFields({ items, filter, onFilter }: MediaFiltersProps) {
  const { t } = useTranslation();
  const { categories, tags } = useEntryNames();
  const years = useMemo(() => yearsOf(items), [items]);
  const set = (name: keyof MediaFilter) => (value: string) =>
    onFilter({ ...filter, [name]: value === ALL ? '' : value });
  const all = { value: ALL, label: t('filterAll') };
  const named = (names: readonly string[], shown = (name: string) => name) => [
    all,
    ...names.map((name) => ({ value: name, label: shown(name) })),
  ];
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      <Field label={t('status')}>
        <Select
          options={[
            all,
            ...filterChoices.state.map((value) => ({ value, label: t(stateTexts[value]) })),
          ]}
          value={filter.state || ALL}
          onChange={set('state')}
        />
      </Field>
      <Field label={t('category')}>
        <SearchSelect
          options={named(categories, capitalised)}
          value={filter.category || ALL}
          onChange={set('category')}
        />
      </Field>
      <Field label={t('tag')}>
        <SearchSelect options={named(tags)} value={filter.tag || ALL} onChange={set('tag')} />
      </Field>
      <Field label={t('yearOfCapture')}>
        <Select options={named(years)} value={filter.year || ALL} onChange={set('year')} />
      </Field>
      <Field label={t('missing')}>
        <Select
          options={[
            all,
            ...filterChoices.lacks.map((value) => ({ value, label: t(lackTexts[value]) })),
          ]}
          value={filter.lacks || ALL}
          onChange={set('lacks')}
        />
      </Field>
      <Field label={t('order')}>
        <Select
          options={filterChoices.order.map((value) => ({ value, label: t(orderTexts[value]) }))}
          value={filter.order}
          onChange={set('order')}
        />
      </Field>
    </div>
  );
}
