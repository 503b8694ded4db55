/** The cells of all columns: for the fields of one draft, or for what many have in common. */

import { itemFields } from '@veldlicht/contract/item-fields';
import { type LocationPrivacy, locationPrivacies } from '@veldlicht/contract/location';
import { VISIBLE } from '@veldlicht/contract/name';
import { isWordsOnly } from '@veldlicht/contract/position-shapes';
import { speciesLabel } from '@veldlicht/contract/species-name';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import { SpeciesPickList } from '#features/species/species-input.tsx';
import { categoryText } from '#lib/field-words.ts';
import type { FieldValues } from '../field-values.ts';
import type { useEntryNames } from '../media-fields.tsx';
import { PickCell, PickList, TextCell } from './cells.tsx';
import { type Column, columns } from './columns.ts';

/** Under a head that says what they are about. */
const shortPrivacy = {
  exact: 'privacyExact',
  approximate: 'seeArea',
  hidden: 'seeNothing',
} as const satisfies Record<LocationPrivacy, string>;

/** Fields of one draft, or of many: undefined where they differ. */
export type CellValues = { [Name in Column]: FieldValues[Name] | undefined };

interface FieldCellsProps {
  values: CellValues;
  /** The texts of one draft as they are at this moment, and how a letter changes them. */
  typing?: { read: () => FieldValues; write: (change: Partial<FieldValues>) => void };
  names: ReturnType<typeof useEntryNames>;
  /** Of the file, beside what is in its fields. */
  keywords?: readonly string[];
  /** For many: a text counts when its cell is left. */
  isMany?: boolean;
  disabled: boolean;
  /** What a cell stands in. */
  wrap: (column: Column, cell: ReactNode) => ReactNode;
  onChange: (change: Partial<FieldValues>) => void;
}

export function FieldCells(props: FieldCellsProps) {
  const { values, typing, names, isMany = false, disabled, onChange } = props;
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { location = '', category, locationPrivacy: privacy, tags = [], species = [] } = values;
  const cell = (column: Column) => ({
    column,
    label: t(column),
    disabled,
    ...(values[column] === undefined && { placeholder: t('severalValues') }),
  });
  const text = (column: 'title' | 'location' | 'date') => ({
    ...cell(column),
    value: values[column] ?? '',
    ...(typing && { read: () => typing.read()[column] }),
    late: isMany,
    onChange: (value: string) => (typing?.write ?? onChange)({ [column]: value }),
  });
  const isTooLong = (column: 'title' | 'location') =>
    (values[column]?.trim().length ?? 0) > itemFields[column].longest;
  const hasNoTitle = !isMany && !VISIBLE.test(values.title ?? '');
  const cells: Record<Column, () => ReactNode> = {
    title: () => (
      <TextCell
        {...text('title')}
        {...(hasNoTitle && { placeholder: t('titleRequired') })}
        invalid={hasNoTitle || isTooLong('title')}
      />
    ),
    category: () => (
      <PickCell
        {...cell('category')}
        text={category ? categoryText(category) : ''}
        placeholder={t(category === undefined ? 'severalValues' : 'choose')}
        onClear={() => onChange({ category: '' })}
        list={(open) => (
          <PickList
            {...open}
            options={names.categories.map((value) => ({ value, label: categoryText(value) }))}
            chosen={category ? [category] : []}
            multiple={false}
            onChange={([name = '']) => onChange({ category: name })}
          />
        )}
      />
    ),
    tags: () => (
      <PickCell
        {...cell('tags')}
        text={tags.join(', ')}
        onClear={() => onChange({ tags: [] })}
        list={(open) => (
          <PickList
            {...open}
            options={[...new Set([...names.tags, ...tags])].map((value) => ({
              value,
              label: value,
            }))}
            chosen={tags}
            multiple
            onChange={(chosen) => onChange({ tags: chosen })}
          />
        )}
      />
    ),
    location: () => <TextCell {...text('location')} invalid={isTooLong('location')} />,
    locationPrivacy: () => (
      <PickCell
        {...cell('locationPrivacy')}
        text={privacy && (isMany || location.trim()) ? t(shortPrivacy[privacy]) : ''}
        onClear={() => {}}
        list={(open) => (
          <PickList
            {...open}
            options={locationPrivacies.map((value) => ({ value, label: t(shortPrivacy[value]) }))}
            chosen={privacy ? [privacy] : []}
            multiple={false}
            onChange={([chosen]) => {
              const next = locationPrivacies.find((value) => value === chosen);
              if (!next || next === privacy) return;
              if (next === 'exact' && !isMany && !isWordsOnly(location)) setIsAsking(true);
              else onChange({ locationPrivacy: next });
            }}
          />
        )}
      />
    ),
    species: () => (
      <PickCell
        {...cell('species')}
        text={species.map(speciesLabel).join(', ')}
        onClear={() => onChange({ species: [] })}
        list={(open) => (
          <SpeciesPickList
            {...open}
            chosen={species}
            words={{ title: values.title ?? '', keywords: [...(props.keywords ?? []), ...tags] }}
            onChange={(chosen) => onChange({ species: chosen })}
          />
        )}
      />
    ),
    date: () => <TextCell {...text('date')} type="date" />,
  };
  return (
    <>
      {columns.map((column) => props.wrap(column, cells[column]()))}
      {isAsking && (
        <ConfirmDialog
          open
          title={t('exactConfirm')}
          text={t('exactAsk', { place: location })}
          confirm={t('exactConfirm')}
          onConfirm={() => {
            setIsAsking(false);
            onChange({ locationPrivacy: 'exact' });
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
