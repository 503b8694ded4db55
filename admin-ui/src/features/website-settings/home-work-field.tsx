/** What the home page shows below its categories: the newest items, the featured ones, or up to three series. */

import { useQuery } from '@tanstack/react-query';
import { homeWorks, MAX_HOME_SERIES } from '@veldlicht/contract/settings';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { SearchSelect } from '#components/ui/search-select.tsx';
import { Select } from '#components/ui/select.tsx';
import { seriesCalls } from '#features/stories/story-calls.ts';
import type { SettingsValues } from './settings-values.ts';

const labels = { newest: 'homeNewest', featured: 'homeFeatured', series: 'homeSeries' } as const;

export function HomeWorkField() {
  const { t } = useTranslation();
  const { field } = useController<SettingsValues, 'homeWork'>({ name: 'homeWork' });
  return (
    <>
      <Field label={t('homeWork')} hint={t('homeWorkHint')}>
        <Select
          options={homeWorks.map((value) => ({ value, label: t(labels[value]) }))}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      </Field>
      {field.value === 'series' && <SeriesChoices />}
    </>
  );
}

/** One list for each place. A series that is deleted or no longer published stays chosen, and is not shown. */
function SeriesChoices() {
  const { t } = useTranslation();
  const { field } = useController<SettingsValues, 'homeSeries'>({ name: 'homeSeries' });
  const { data = [] } = useQuery(seriesCalls.list);
  const chosen = field.value;
  const choose = (place: number, id: string) => {
    const next = Array.from({ length: MAX_HOME_SERIES }, (_, i) => chosen[i] ?? '');
    next[place] = id;
    field.onChange(next.filter(Boolean));
  };
  if (data.length === 0) return <p className="text-muted">{t('noSeriesForHome')}</p>;
  const places = Math.min(MAX_HOME_SERIES, chosen.length + 1, Math.max(data.length, chosen.length));
  return Array.from({ length: places }, (_, place) => (
    <Field key={chosen[place] ?? 'next'} label={t('homeSeriesPlace', { n: String(place + 1) })}>
      <SearchSelect
        options={data
          .filter(({ id }) => id === chosen[place] || !chosen.includes(id))
          .map(({ id, title }) => ({ value: id, label: title }))}
        value={chosen[place] ?? ''}
        onChange={(id) => choose(place, id)}
        none={t('homeSeriesNone')}
      />
    </Field>
  ));
}
