import type { MediaType } from '@veldlicht/contract/media';
import { capitalised } from '@veldlicht/contract/name';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { SearchSelect } from '#components/ui/search-select.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { DraftFields as Fields, OnEdit } from './draft.ts';
import { DraftTags } from './draft-tags.tsx';
import { DescriptionField, PlaceFields, TitleField } from './draft-texts.tsx';

/** Names that a card offers. */
export interface EntryNames {
  categories: readonly string[];
  tags: readonly string[];
}

interface CategoryFieldProps {
  names: readonly string[];
  category: string;
  disabled: boolean;
  onEdit: OnEdit;
}

const CategoryField = memo(function CategoryField(props: CategoryFieldProps) {
  const { names, category, disabled, onEdit } = props;
  const { t } = useTranslation();
  // One that was renamed meanwhile is still shown.
  const options = names.includes(category) || !category ? names : [...names, category];
  return (
    <Field
      label={t('category')}
      required
      hint={names.length === 0 ? t('noCategories') : undefined}
      className="sm:col-span-2"
    >
      <SearchSelect
        options={options.map((name) => ({ value: name, label: capitalised(name) }))}
        placeholder={t('chooseCategory')}
        value={category}
        disabled={disabled}
        onChange={(next) => onEdit({ category: next })}
      />
    </Field>
  );
});

interface TypeFieldProps {
  type: MediaType;
  disabled: boolean;
  onEdit: OnEdit;
}

const TypeField = memo(function TypeField({ type, disabled, onEdit }: TypeFieldProps) {
  const { t } = useTranslation();
  const options = [
    { value: 'photo', label: t('photo') },
    { value: 'video', label: t('video') },
  ] as const;
  return (
    <Field label={t('type')} className="sm:col-span-2">
      <Select
        options={options}
        value={type}
        disabled={disabled}
        onChange={(next) => onEdit({ type: next })}
      />
    </Field>
  );
});

interface DraftFieldsProps {
  fields: Fields;
  fileName: string;
  names: EntryNames;
  disabled: boolean;
  onEdit: OnEdit;
}

/** The fields of one card (spec §2). Each is drawn again only when its own value changes. */
export const DraftFields = memo(function DraftFields(props: DraftFieldsProps) {
  const { fields, fileName, names, disabled, onEdit } = props;
  const { t } = useTranslation();
  const { title, category, type, date, description, location, locationPrivacy, tags } = fields;
  return (
    <fieldset disabled={disabled} className="grid min-w-0 grid-cols-2 gap-4 sm:grid-cols-6">
      <TitleField title={title} fileName={fileName} onEdit={onEdit} />
      <CategoryField
        names={names.categories}
        category={category}
        disabled={disabled}
        onEdit={onEdit}
      />
      <TypeField type={type} disabled={disabled} onEdit={onEdit} />
      <Field label={t('date')} className="col-span-full sm:col-span-2">
        <TextInput
          type="date"
          max="9999-12-31"
          value={date}
          onChange={(event) => onEdit({ date: event.target.value })}
        />
      </Field>
      <DescriptionField description={description} onEdit={onEdit} />
      <PlaceFields
        location={location}
        privacy={locationPrivacy}
        disabled={disabled}
        onEdit={onEdit}
      />
      <div className="col-span-full">
        <DraftTags names={names.tags} chosen={tags} onEdit={onEdit} />
      </div>
    </fieldset>
  );
});
