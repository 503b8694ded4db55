import { useQuery } from '@tanstack/react-query';
import type { MediaInput } from '@veldlicht/contract/media';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ToggleChips } from '#components/ui/chips.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { capitalised } from '#lib/letters.ts';
import { categoriesQuery } from '#lib/queries.ts';
import { useFieldError } from './use-field-error.ts';

/** Names of one kind in the owner's order, with those an item already has. */
function withChosen(names: string[], chosen: readonly string[]): string[] {
  return [...names, ...chosen.filter((name) => name && !names.includes(name))];
}

/** Category and tags; asked for anew whenever the dialog opens (spec §7). */
export function SortingFields() {
  const { t } = useTranslation();
  const form = useFormContext<MediaInput>();
  const fieldError = useFieldError();
  const { data: entries = [], isSuccess: loaded } = useQuery({
    ...categoriesQuery,
    refetchOnMount: 'always',
  });
  const namesOf = (type: 'category' | 'tag') =>
    entries.filter((entry) => entry.type === type).map((entry) => entry.name);

  return (
    <>
      <Controller
        name="category"
        control={form.control}
        render={({ field }) => (
          <Field
            label={t('category')}
            required
            hint={loaded && namesOf('category').length === 0 ? t('noCategories') : undefined}
            error={fieldError('category')}
          >
            <Select
              options={withChosen(namesOf('category'), [field.value]).map((name) => ({
                value: name,
                label: capitalised(name),
              }))}
              placeholder={t('chooseCategory')}
              value={field.value}
              onChange={field.onChange}
            />
          </Field>
        )}
      />
      <Controller
        name="tags"
        control={form.control}
        render={({ field }) => {
          const chosen = field.value ?? [];
          const names = withChosen(namesOf('tag'), chosen);
          return (
            <Field
              label={t('tags')}
              hint={loaded && names.length === 0 ? t('noTags') : undefined}
              error={fieldError('tags')}
              className="sm:col-span-2"
            >
              {names.length > 0 && (
                <ToggleChips options={names} chosen={chosen} onChange={field.onChange} />
              )}
            </Field>
          );
        }}
      />
    </>
  );
}
