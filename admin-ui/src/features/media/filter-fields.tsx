import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { SearchSelect } from '#components/ui/search-select.tsx';
import { optionsOf, Select } from '#components/ui/select.tsx';
import { categoryText } from '#lib/field-words.ts';
import { useEntryNames } from './entry-names.ts';
import { headOf } from './fields.ts';
import {
  filterChoices,
  type MediaFilter,
  type MediaFiltersProps,
  shownSpecies,
  sortOf,
  yearsOf,
} from './media-filter.ts';

const stateTexts = {
  published: 'published',
  scheduled: 'scheduled',
  draft: 'draft',
  failed: 'processingFailed',
} as const;
const lackTexts = { alt: 'alt', place: 'withoutPlace' } as const;

/** The filters; a chunk of their own, loaded when they open. */
export function FilterFields({ items, filter, onFilter }: MediaFiltersProps) {
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
  const { state, lacks, order } = filterChoices;
  const orderText = (value: MediaFilter['order']) => {
    const sort = sortOf(value);
    if (!sort) return t(value === 'captured' ? 'orderCaptured' : 'orderUploaded');
    return `${t(headOf(sort.by))} ${sort.isDown ? '↓' : '↑'}`;
  };
  // Columns upwards only, and the chosen order.
  const orders = order.filter((value) => !value.startsWith('-') || value === filter.order);
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4 2xl:grid-cols-7">
      <Field label={t('status')}>
        <Select {...field('state')} options={optionsOf(state, (value) => t(stateTexts[value]))} />
      </Field>
      <Field label={t('category')}>
        <SearchSelect {...field('category')} options={optionsOf(categories, categoryText)} />
      </Field>
      <Field label={t('tag')}>
        <SearchSelect {...field('tag')} options={optionsOf(tags)} />
      </Field>
      <Field label={t('species')}>
        <SearchSelect {...field('species')} options={species} />
      </Field>
      <Field label={t('yearOfCapture')}>
        <Select {...field('year')} options={optionsOf(years)} />
      </Field>
      <Field label={t('missing')}>
        <Select {...field('lacks')} options={optionsOf(lacks, (value) => t(lackTexts[value]))} />
      </Field>
      <Field label={t('order')} className="col-span-2 2xl:col-span-1">
        <Select {...field('order')} options={optionsOf(orders, orderText)} />
      </Field>
    </div>
  );
}
