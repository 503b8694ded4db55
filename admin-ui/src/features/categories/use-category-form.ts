import { zodResolver } from '@hookform/resolvers/zod';
import {
  type AdminCategory,
  type CategoryInput,
  type CategoryType,
  categoryInput,
} from '@veldlicht/contract/category';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '#lib/api-error.ts';
import { useCreateCategory, useUpdateCategory } from './use-category-mutations.ts';

export type CategoryValues = z.input<typeof categoryInput>;

/** The form of one entry; null makes a new one of this type. `onSaved` closes the dialog. */
export function useCategoryForm(
  entry: AdminCategory | null,
  type: CategoryType,
  onSaved: () => void,
) {
  const create = useCreateCategory();
  const update = useUpdateCategory();
  const form = useForm<CategoryValues, unknown, CategoryInput>({
    defaultValues: {
      name: entry?.name ?? '',
      type: entry?.type ?? type,
      description: entry?.description ?? '',
    },
    resolver: zodResolver(categoryInput),
  });

  /** Puts what the server says of single fields beside them. */
  const showRefusal = (error: unknown) => {
    if (!(error instanceof ApiError)) return;
    const { name, type, description } = error.fields;
    const said = { type, description, name: error.code === 'name_taken' ? error.reason : name };
    for (const field of ['name', 'type', 'description'] as const) {
      const message = said[field];
      if (message) form.setError(field, { message }, { shouldFocus: true });
    }
  };
  const outcome = { onSuccess: onSaved, onError: showRefusal };

  const submit = form.handleSubmit((payload) => {
    if (entry) update.mutate({ entry, payload }, outcome);
    else create.mutate(payload, outcome);
  });

  return { form, submit, isPending: create.isPending || update.isPending };
}
