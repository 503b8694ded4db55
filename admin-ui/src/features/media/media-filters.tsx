/** What the media page shows: by state, category, tag, year and what is missing, in an order. */

import type { MediaItem } from '@veldlicht/contract/media';
import { ListFilter, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { SearchSelect } from '#components/ui/search-select.tsx';
import { Select } from '#components/ui/select.tsx';
import { categoryText } from '#lib/field-words.ts';
import { useEntryNames } from './media-fields.tsx';
import {
  countFilters,
  filterChoices,
  type MediaFilter,
  noFilter,
  shownSpecies,
  yearsOf,
} from './media-filter.ts';

const stateTexts = {
  published: 'published',
  scheduled: 'scheduled',
  draft: 'draft',
  failed: 'processingFailed',
} as const;
const lackTexts = { alt: 'alt', place: 'withoutPlace' } as const;
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
          <ListFilter className="size-4" />
          {count > 0 ? t('filtersOn', { number: String(count) }) : t('filters')}
        </Button>
        {count > 0 && (
          <Button
            look="quiet"
            size="sm"
            onClick={() => onFilter({ ...noFilter, order: filter.order })}
          >
            <X className="size-4" />
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
  const species = useMemo(
    () => [...shownSpecies(items)].map(([label, value]) => ({ value, label })),
    [items],
  );
  const field = (name: keyof MediaFilter) => ({
    none: name === 'order' ? undefined : t('filterAll'),
    value: filter[name],
    onChange: (value: string) => onFilter({ ...filter, [name]: value }),
  });
  const named = (names: readonly string[], shown = (name: string) => name) =>
    names.map((name) => ({ value: name, label: shown(name) }));
  const { state, lacks, order } = filterChoices;
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4 2xl:grid-cols-7">
      <Field label={t('status')}>
        <Select
          {...field('state')}
          options={state.map((value) => ({ value, label: t(stateTexts[value]) }))}
        />
      </Field>
      <Field label={t('category')}>
        <SearchSelect {...field('category')} options={named(categories, categoryText)} />
      </Field>
      <Field label={t('tag')}>
        <SearchSelect {...field('tag')} options={named(tags)} />
      </Field>
      <Field label={t('species')}>
        <SearchSelect {...field('species')} options={species} />
      </Field>
      <Field label={t('yearOfCapture')}>
        <Select {...field('year')} options={named(years)} />
      </Field>
      <Field label={t('missing')}>
        <Select
          {...field('lacks')}
          options={lacks.map((value) => ({ value, label: t(lackTexts[value]) }))}
        />
      </Field>
      <Field label={t('order')}>
        <Select
          {...field('order')}
          options={order.map((value) => ({ value, label: t(orderTexts[value]) }))}
        />
      </Field>
    </div>
  );
}
