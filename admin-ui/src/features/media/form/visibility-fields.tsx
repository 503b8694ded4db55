import type { MediaInput } from '@veldlicht/contract/media';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

/** What it is and where it shows; below the picture. */
export function VisibilityFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation();
  const form = useFormContext<MediaInput>();
  const types = [
    { value: 'photo', label: t('photo') },
    { value: 'video', label: t('video') },
  ] as const;
  const statuses = [
    { value: 'published', label: t('published') },
    { value: 'draft', label: t('draft') },
  ] as const;
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Controller
          name="status"
          control={form.control}
          render={({ field }) => (
            <Field label={t('status')}>
              <Select
                options={statuses}
                value={field.value ?? 'published'}
                onChange={field.onChange}
              />
            </Field>
          )}
        />
        <Controller
          name="type"
          control={form.control}
          render={({ field }) => (
            <Field label={t('type')} hint={t('typeHint')}>
              <Select
                options={types}
                value={field.value ?? 'photo'}
                onChange={field.onChange}
                disabled={!isNew}
              />
            </Field>
          )}
        />
      </div>
      <ScheduleFields />
      <Controller
        name="featured"
        control={form.control}
        render={({ field }) => (
          <Switch
            label={t('featured')}
            hint={t('featuredHint')}
            checked={field.value ?? false}
            onChange={field.onChange}
          />
        )}
      />
    </>
  );
}
