/** The cells of a row: one for each field that has a column. */
import { nameWithoutExtension } from '@veldlicht/contract/draft';
import { guardReasonsOf, levelOf, type Precision } from '@veldlicht/contract/guard';
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
import type { EntryNames } from '../entry-names.ts';
import type { FieldValues } from '../field-values.ts';
import { type Column, columns } from '../fields.ts';
import { useTold } from '../told.tsx';
import { type OpenList, PickCell, PickList, TextCell } from './cells.tsx';
import type { MediaRow } from './row-change.ts';
import { TagPickList } from './tag-pick-list.tsx';

/** Short, as the head of the column names the subject. */
export const shortPrivacy = {
  exact: 'privacyExact',
  approximate: 'seeArea',
  hidden: 'seeNothing',
} as const satisfies Record<LocationPrivacy, string>;
const shortPrecision = {
  exact: 'privacyExact',
  block: 'seeArea',
  region: 'seeRegion',
  hidden: 'seeNothing',
} as const satisfies Record<Precision, string>;

export interface CellActions {
  /** On a new value of a cell. */
  onEdit: (row: MediaRow, change: Partial<FieldValues>) => void;
  /** On leaving a text that differs from `before`. */
  onLeave: (row: MediaRow, column: Column, value: string, before: string) => void;
  /** At each letter. */
  onType?: ((id: string, change: Partial<FieldValues>) => void) | undefined;
}

/** The guard list by scientific name. */
type Rules = Parameters<typeof guardReasonsOf>[1];

export function levelOfRow({ level, fields: { date, species } }: MediaRow, rules: Rules) {
  return level === undefined
    ? levelOf(guardReasonsOf({ date: date || null, species }, rules))
    : level;
}

interface FieldCellsProps extends CellActions {
  row: MediaRow;
  names: EntryNames;
  rules: Rules;
  disabled: boolean;
}

const optionsOf = <Name extends string>(names: readonly Name[], label: (name: Name) => string) =>
  names.map((value) => ({ value, label: label(value) }));

export function FieldCells(props: FieldCellsProps) {
  const { row, names, rules, disabled, onEdit, onLeave, onType } = props;
  const { fields, fileName } = row;
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { title, location, category, locationPrivacy: privacy, tags, species, date } = fields;
  const level = levelOfRow(row, rules);
  const told = useTold({ locationPrivacy: privacy, date, level });
  const change = (part: Partial<FieldValues>) => onEdit(row, part);
  const cell = (column: Column) => ({ column, label: t(column), disabled });
  const text = (column: 'title' | 'location' | 'date') => ({
    ...cell(column),
    value: fields[column],
    onType: onType && ((value: string) => onType(row.id, { [column]: value })),
    onChange: (value: string, before: string) => onLeave(row, column, value, before),
  });
  const isTooLong = (column: 'title' | 'location') =>
    fields[column].trim().length > itemFields[column].longest;
  const hasNoTitle = !VISIBLE.test(title);
  const isFileName =
    !hasNoTitle && fileName !== null && title.trim() === nameWithoutExtension(fileName);
  const choosePrivacy = (chosen: string | undefined) => {
    const next = locationPrivacies.find((value) => value === chosen);
    if (!next || next === privacy) return;
    if (next === 'exact' && !isWordsOnly(location)) setIsAsking(true);
    else change({ locationPrivacy: next });
  };
  const one = (open: OpenList, options: ReturnType<typeof optionsOf>, chosen: string) => ({
    ...open,
    options,
    chosen: chosen ? [chosen] : [],
    multiple: false,
  });
  const cells: Record<Column, () => ReactNode> = {
    title: () => (
      <TextCell
        {...text('title')}
        {...(hasNoTitle && { placeholder: t('titleRequired') })}
        invalid={hasNoTitle || isTooLong('title')}
        warning={isFileName ? t('titleIsFileName') : undefined}
      />
    ),
    category: () => (
      <PickCell
        {...cell('category')}
        text={categoryText(category)}
        placeholder={t('choose')}
        onClear={() => change({ category: '' })}
        list={(open) => (
          <PickList
            {...one(open, optionsOf(names.categories, categoryText), category)}
            onChange={([name = '']) => change({ category: name })}
          />
        )}
      />
    ),
    date: () => <TextCell {...text('date')} type="date" />,
    location: () => <TextCell {...text('location')} invalid={isTooLong('location')} />,
    locationPrivacy: () => (
      <PickCell
        {...cell('locationPrivacy')}
        text={location.trim() ? t(shortPrecision[told.precision]) : ''}
        title={told.privacy}
        note={told.day}
        onClear={() => {}}
        list={(open) => (
          <PickList
            {...one(
              open,
              optionsOf(locationPrivacies, (value) => t(shortPrivacy[value])),
              privacy,
            )}
            onChange={([chosen]) => choosePrivacy(chosen)}
          />
        )}
      />
    ),
    tags: () => (
      <PickCell
        {...cell('tags')}
        text={tags.join(', ')}
        onClear={() => change({ tags: [] })}
        list={(open) => (
          <TagPickList
            {...open}
            tags={names.tags}
            chosen={tags}
            onChange={(chosen) => change({ tags: chosen })}
          />
        )}
      />
    ),
    species: () => (
      <PickCell
        {...cell('species')}
        text={species.map(speciesLabel).join(', ')}
        onClear={() => change({ species: [] })}
        list={(open) => (
          <SpeciesPickList
            {...open}
            chosen={species}
            words={{ title, keywords: [...row.keywords, ...tags] }}
            onChange={(chosen) => change({ species: chosen })}
          />
        )}
      />
    ),
  };
  return (
    <>
      {columns.map((column) => (
        <td key={column} className="h-full min-w-0 py-1.5">
          {cells[column]()}
        </td>
      ))}
      {isAsking && (
        <ConfirmDialog
          open
          title={t('exactConfirm')}
          text={t('exactAsk', { place: location })}
          confirm={t('exactConfirm')}
          onConfirm={() => {
            setIsAsking(false);
            change({ locationPrivacy: 'exact' });
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
