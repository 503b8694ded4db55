import {
  type AdminCategory,
  type CategoryType,
  categoryInput,
  categoryTypes,
} from '@veldlicht/contract/category';
import { useTranslation } from 'react-i18next';
import { FieldsDialog, fieldsFor, useFields } from '#components/form-fields.tsx';
import { categoryEntries } from './category-queries.ts';

const { TextField, SelectField } = fieldsFor(categoryInput);

interface CategoryDialogProps {
  /** Null creates one. */
  entry: AdminCategory | null;
  /** Initial type of a new one. */
  type: CategoryType;
  onClose: () => void;
}

/** Adds or edits an entry (spec §2, §5 Category form). */
export function CategoryDialog({ entry, type, onClose }: CategoryDialogProps) {
  const { t } = useTranslation();
  const form = useFields({
    schema: categoryInput,
    start: {
      name: entry?.name ?? '',
      type: entry?.type ?? type,
      description: entry?.description ?? '',
    },
    save: categoryEntries.useSave(entry),
    onSaved: onClose,
  });
  /** Consequence of changing the type of an entry in use. */
  const typeHint = (chosen: CategoryType) => {
    if (!entry || entry.type === chosen || entry.itemCount === 0) return;
    return chosen === 'tag' ? t('becomesTag') : t('becomesCategory', { count: entry.itemCount });
  };
  const editTitle = type === 'tag' ? 'editTagTitle' : 'editCategoryTitle';
  const nameHint = t('entryNameHint');
  return (
    <FieldsDialog
      of={form}
      title={t(entry ? editTitle : 'addEntryTitle')}
      save={t(entry ? 'updateEntry' : 'createEntry')}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <TextField
          name="name"
          required
          hint={entry ? `${nameHint} ${t('renameHint')}` : nameHint}
        />
        <SelectField
          name="type"
          required
          hint={typeHint(form.watch('type'))}
          options={categoryTypes.map((value) => ({ value, label: t(value) }))}
        />
        <TextField name="description" hint={t('categoryDescriptionHint')} rows={3} />
      </div>
    </FieldsDialog>
  );
}
