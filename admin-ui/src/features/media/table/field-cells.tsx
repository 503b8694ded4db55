/** The cells of a row: one for each field that has a column. */
import { blankFields } from '@veldlicht/contract/draft';
import { guardReasonsOf, levelOf, type Precision } from '@veldlicht/contract/guard';
import { locationPrivacies } from '@veldlicht/contract/location';
import { VISIBLE } from '@veldlicht/contract/name';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { optionsOf } from '#components/ui/select.tsx';
import { SpeciesPickList } from '#features/species/species-input.tsx';
import { categoryText } from '#lib/field-words.ts';
import type { EntryNames } from '../entry-names.ts';
import { useExactQuestion } from '../exact-question.tsx';
import { type FieldValues, isFileName, textFaults } from '../field-values.ts';
import { type Column, columns } from '../fields.ts';
import { useShownPrecision } from '../shown-place.tsx';
import { type OpenList, PickCell, PickList, TextCell } from './cells.tsx';
import { privacyText, textOfCell } from './clipboard.ts';
import type { MediaRow } from './row-change.ts';
import { TagPickList } from './tag-pick-list.tsx';

/** Of what visitors get: the guard may limit it. */
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

const textColumns = ['title', 'date', 'location'] as const;
type TextColumn = (typeof textColumns)[number];
type PickColumn = Exclude<Column, TextColumn>;
const isText = (column: Column): column is TextColumn => textColumns.some((one) => one === column);

export function FieldCells(props: FieldCellsProps) {
  const { row, names, rules, disabled, onEdit, onLeave, onType } = props;
  const { fields, fileName } = row;
  const { t } = useTranslation();
  const { title, location, category, locationPrivacy: privacy, tags, species, date } = fields;
  const told = useShownPrecision({ locationPrivacy: privacy, date, level: levelOfRow(row, rules) });
  const change = (part: Partial<FieldValues>) => onEdit(row, part);
  const { choose, question } = useExactQuestion(location, privacy, (next) =>
    change({ locationPrivacy: next }),
  );
  const faults = textFaults(fields);
  const hasNoTitle = !VISIBLE.test(title);
  const isUnnamed = isFileName(title, fileName);
  const textCell = (column: TextColumn) => (
    <TextCell
      column={column}
      label={t(column)}
      type={column === 'date' ? 'date' : 'text'}
      value={fields[column]}
      placeholder={column === 'title' && hasNoTitle ? t('titleRequired') : undefined}
      invalid={faults[column] !== undefined}
      warning={column === 'title' && isUnnamed ? t('titleIsFileName') : undefined}
      disabled={disabled}
      onType={onType && ((value) => onType(row.id, { [column]: value }))}
      onChange={(value, before) => onLeave(row, column, value, before)}
    />
  );
  const lists: Record<PickColumn, (open: OpenList) => ReactNode> = {
    category: (open) => (
      <PickList
        {...open}
        options={optionsOf(names.categories, categoryText)}
        chosen={[category]}
        onChange={([name = '']) => change({ category: name })}
      />
    ),
    locationPrivacy: (open) => (
      <PickList
        {...open}
        options={optionsOf(locationPrivacies, privacyText)}
        chosen={[privacy]}
        onChange={([chosen]) => choose(locationPrivacies.find((one) => one === chosen) ?? privacy)}
      />
    ),
    tags: (open) => (
      <TagPickList
        {...open}
        tags={names.tags}
        chosen={tags}
        onChange={(chosen) => change({ tags: chosen })}
      />
    ),
    species: (open) => (
      <SpeciesPickList
        {...open}
        chosen={species}
        words={{ title, keywords: [...row.keywords, ...tags] }}
        onChange={(chosen) => change({ species: chosen })}
      />
    ),
  };
  /** Shows what visitors get of the place, and has no empty value. */
  const place = {
    text: location.trim() ? t(shortPrecision[told.precision]) : '',
    title: told.privacy,
    note: told.day,
    onClear: () => {},
  };
  const pickCell = (column: PickColumn) => (
    <PickCell
      column={column}
      label={t(column)}
      text={textOfCell(column, fields)}
      placeholder={column === 'category' ? t('choose') : undefined}
      disabled={disabled}
      list={lists[column]}
      onClear={() => change({ [column]: blankFields[column] })}
      {...(column === 'locationPrivacy' && place)}
    />
  );
  return (
    <>
      {columns.map((column) => (
        <td key={column} className="h-full min-w-0 py-1.5">
          {isText(column) ? textCell(column) : pickCell(column)}
        </td>
      ))}
      {question}
    </>
  );
}
