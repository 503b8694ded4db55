import { type AdminCategory, categoryTypes } from '@veldlicht/contract/category';
import type { TFunction } from 'i18next';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea, TextInput } from '#components/ui/text-input.tsx';
import { serverText } from '#i18n/server-text.ts';
import type { CategoryValues } from './use-category-form.ts';

export const typeWords = { category: 'typeCategory', tag: 'typeTag' } as const;

/** What choosing another type means for an entry that exists. */
function typeHint(
  entry: AdminCategory | null,
  type: CategoryValues['type'],
  t: TFunction,
): string | undefined {
  if (!entry || entry.type === type) return undefined;
  if (type === 'tag') return entry.itemCount > 0 ? t('becomesTag') : undefined;
  return entry.itemCount > 0 ? t('becomesCategory', { count: entry.itemCount }) : undefined;
}

/** Everything the dialog asks (spec §2, §5 Category form). */
export function CategoryFields({ entry }: { entry: AdminCategory | null }) {
  const { t } = useTranslation();
  const { register, control, formState } = useFormContext<CategoryValues>();
  const errorOf = (name: keyof CategoryValues) => {
    const message = formState.errors[name]?.message;
    return message ? serverText(message) : undefined;
  };
  const nameHint = t('entryNameHint');
  return (
    <div className="flex flex-col gap-5">
      <Field
        label={t('entryName')}
        required
        hint={entry ? `${nameHint} ${t('renameHint')}` : nameHint}
        error={errorOf('name')}
      >
        <TextInput {...register('name')} autoComplete="off" />
      </Field>
      <Controller
        name="type"
        control={control}
        render={({ field }) => (
          <Field
            label={t('type')}
            required
            hint={typeHint(entry, field.value, t)}
            error={errorOf('type')}
          >
            <Select
              options={categoryTypes.map((value) => ({ value, label: t(typeWords[value]) }))}
              value={field.value}
              onChange={field.onChange}
            />
          </Field>
        )}
      />
      <Field label={t('description')} error={errorOf('description')}>
        <TextArea {...register('description')} rows={3} />
      </Field>
    </div>
  );
}
