import { zodResolver } from '@hookform/resolvers/zod';
import {
  type AdminCategory,
  type CategoryInput,
  type CategoryType,
  categoryInput,
  categoryTypes,
} from '@veldlicht/contract/category';
import type { TFunction } from 'i18next';
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormDialog } from '#components/form-dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea, TextInput } from '#components/ui/text-input.tsx';
import { ApiError } from '#lib/api-error.ts';
import { useCreateCategory, useUpdateCategory } from './category-queries.ts';

const typeWords = { category: 'typeCategory', tag: 'typeTag' } as const;

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
function CategoryFields({ entry }: { entry: AdminCategory | null }) {
  const { t } = useTranslation();
  const { register, control, formState } = useFormContext<CategoryValues>();
  const { errors } = formState;
  const nameHint = t('entryNameHint');
  return (
    <div className="flex flex-col gap-5">
      <Field
        label={t('entryName')}
        required
        hint={entry ? `${nameHint} ${t('renameHint')}` : nameHint}
        error={errors.name?.message}
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
            error={errors.type?.message}
          >
            <Select
              options={categoryTypes.map((value) => ({ value, label: t(typeWords[value]) }))}
              value={field.value}
              onChange={field.onChange}
            />
          </Field>
        )}
      />
      <Field label={t('description')} error={errors.description?.message}>
        <TextArea {...register('description')} rows={3} />
      </Field>
    </div>
  );
}

type CategoryValues = z.input<typeof categoryInput>;

/** The form of one entry; null makes a new one of this type. `onSaved` closes the dialog. */
function useCategoryForm(entry: AdminCategory | null, type: CategoryType, onSaved: () => void) {
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

interface CategoryDialogProps {
  /** The entry to edit; null makes a new one. */
  entry: AdminCategory | null;
  /** What a new one starts as. */
  type: CategoryType;
  onClose: () => void;
}

/** Add and edit (spec §2); closes when it is saved. */
export function CategoryDialog({ entry, type, onClose }: CategoryDialogProps) {
  const { t } = useTranslation();
  const { form, submit, isPending } = useCategoryForm(entry, type, onClose);
  const editTitle = type === 'tag' ? 'editTagTitle' : 'editCategoryTitle';
  const save = entry ? 'updateEntry' : 'createEntry';
  return (
    <FormDialog
      title={t(entry ? editTitle : 'addEntryTitle')}
      save={t(isPending ? 'saving' : save)}
      pending={isPending}
      unsaved={form.formState.isDirty}
      discardText={t('discardEntryText')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <CategoryFields entry={entry} />
      </FormProvider>
    </FormDialog>
  );
}
