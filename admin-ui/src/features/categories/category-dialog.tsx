import { zodResolver } from '@hookform/resolvers/zod';
import {
  type AdminCategory,
  type CategoryInput,
  type CategoryType,
  categoryInput,
  categoryTypes,
} from '@veldlicht/contract/category';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FieldsDialog, SelectField, TextField } from '#components/form-fields.tsx';
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
    <FieldsDialog
      title={t(entry ? editTitle : 'addEntryTitle')}
      save={t(entry ? 'updateEntry' : 'createEntry')}
      pending={isPending}
      fields={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <TextField
          name="name"
          label={t('entryName')}
          required
          hint={entry ? `${nameHint} ${t('renameHint')}` : nameHint}
        />
        <SelectField
          name="type"
          label={t('type')}
          required
          hint={typeHint(form.watch('type'))}
          options={categoryTypes.map((value) => ({ value, label: t(value) }))}
        />
        <TextField
          name="description"
          label={t('description')}
          hint={t('categoryDescriptionHint')}
          rows={3}
        />
      </div>
    </FieldsDialog>
  );
}
