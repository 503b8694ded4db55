import type { MediaInput } from '@veldlicht/contract/media';
import { Controller, useFormContext } from 'react-hook-form';
import {
  CategoryField as Category,
  TagsField as Tags,
  useEntryNames,
} from '../fields/entry-fields.tsx';
import { useFieldError } from './use-field-error.ts';

export function CategoryField() {
  const form = useFormContext<MediaInput>();
  const fieldError = useFieldError();
  const names = useEntryNames();
  return (
    <Controller
      name="category"
      control={form.control}
      render={({ field }) => (
        <Category
          names={names}
          category={field.value}
          error={fieldError('category')}
          onChange={field.onChange}
        />
      )}
    />
  );
}

export function TagsField() {
  const form = useFormContext<MediaInput>();
  const fieldError = useFieldError();
  const names = useEntryNames();
  return (
    <Controller
      name="tags"
      control={form.control}
      render={({ field }) => (
        <Tags
          names={names}
          chosen={field.value ?? []}
          error={fieldError('tags')}
          onChange={field.onChange}
        />
      )}
    />
  );
}
