import type { MediaInput } from '@veldlicht/contract/media';
import { capitalised } from '@veldlicht/contract/name';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ToggleChips } from '#components/ui/chips.tsx';
import { Field } from '#components/ui/field.tsx';
import { SearchSelect } from '#components/ui/search-select.tsx';
import { useEntryNames } from './use-entry-names.ts';
import { useFieldError } from './use-field-error.ts';

/** Names of one kind in the owner's order, with those an item already has. */
function withChosen(names: string[], chosen: readonly string[]): string[] {
  return [...names, ...chosen.filter((name) => name && !names.includes(name))];
}

export function CategoryField() {
  const { t } = useTranslation();
  const form = useFormContext<MediaInput>();
  const fieldError = useFieldError();
  const { names, none } = useEntryNames('category');
  return (
    <Controller
      name="category"
      control={form.control}
      render={({ field }) => (
        <Field
          label={t('category')}
          required
          hint={none ? t('noCategories') : undefined}
          error={fieldError('category')}
        >
          <SearchSelect
            options={withChosen(names, [field.value]).map((name) => ({
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
  );
}

export function TagsField() {
  const { t } = useTranslation();
  const form = useFormContext<MediaInput>();
  const fieldError = useFieldError();
  const { names, none } = useEntryNames('tag');
  return (
    <Controller
      name="tags"
      control={form.control}
      render={({ field }) => {
        const chosen = field.value ?? [];
        const options = withChosen(names, chosen);
        return (
          <Field
            label={t('tags')}
            hint={none && options.length === 0 ? t('noTags') : undefined}
            error={fieldError('tags')}
          >
            {options.length > 0 && (
              <ToggleChips options={options} chosen={chosen} onChange={field.onChange} />
            )}
          </Field>
        );
      }}
    />
  );
}
