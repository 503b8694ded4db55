import { zodResolver } from '@hookform/resolvers/zod';
import {
  type AdminCategory,
  type CategoryInput,
  type CategoryType,
  categoryInput,
  categoryTypes,
} from '@veldlicht/contract/category';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormDialog } from '#components/form-dialog.tsx';
import { Field, TextArea, TextInput } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';

import { ApiError } from '#lib/api.ts';
import { showRefusals } from '#lib/forms.ts';
import { useSaveCategory } from './category-queries.ts';

type CategoryValues = z.input<typeof categoryInput>;

interface CategoryDialogProps {
  /** The entry to edit; null makes a new one. */
  entry: AdminCategory | null;
  /** What a new one starts as. */
  type: CategoryType;
  onClose: () => void;
}

/** Add and edit (spec §2, §5 Category form); closes when it is saved. */
export function CategoryDialog({ entry, type, onClose }: CategoryDialogProps) {
  const { t } = useTranslation();
  const { mutate: save, isPending } = useSaveCategory(entry);
  const form = useForm<CategoryValues, unknown, CategoryInput>({
    defaultValues: {
      name: entry?.name ?? '',
      type: entry?.type ?? type,
      description: entry?.description ?? '',
    },
    resolver: zodResolver(categoryInput),
  });
  const { errors, isDirty } = form.formState;
  const showRefusal = (error: Error) => {
    showRefusals(form, error);
    if (error instanceof ApiError && error.code === 'name_taken')
      form.setError('name', { message: error.reason }, { shouldFocus: true });
  };
  const submit = form.handleSubmit((payload) =>
    save(payload, { onSuccess: onClose, onError: showRefusal }),
  );
  /** What choosing another type means for an entry that is in use. */
  const typeHint = (chosen: CategoryValues['type']) => {
    if (!entry || entry.type === chosen || entry.itemCount === 0) return;
    return chosen === 'tag' ? t('becomesTag') : t('becomesCategory', { count: entry.itemCount });
  };
  const editTitle = type === 'tag' ? 'editTagTitle' : 'editCategoryTitle';
  const nameHint = t('entryNameHint');
  return (
    <FormDialog
      title={t(entry ? editTitle : 'addEntryTitle')}
      save={t(isPending ? 'saving' : entry ? 'updateEntry' : 'createEntry')}
      pending={isPending}
      unsaved={isDirty}
      discardText={t('discardEntryText')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <Field
          label={t('entryName')}
          required
          hint={entry ? `${nameHint} ${t('renameHint')}` : nameHint}
          error={errors.name?.message}
        >
          <TextInput {...form.register('name')} autoComplete="off" />
        </Field>
        <Controller
          name="type"
          control={form.control}
          render={({ field }) => (
            <Field
              label={t('type')}
              required
              hint={typeHint(field.value)}
              error={errors.type?.message}
            >
              <Select
                options={categoryTypes.map((value) => ({ value, label: t(value) }))}
                value={field.value}
                onChange={field.onChange}
              />
            </Field>
          )}
        />
        <Field
          label={t('description')}
          hint={t('categoryDescriptionHint')}
          error={errors.description?.message}
        >
          <TextArea {...form.register('description')} rows={3} />
        </Field>
      </div>
    </FormDialog>
  );
}
