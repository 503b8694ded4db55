/** One row of the table: cells on a desk, a line to tap open on a phone. */
import { VISIBLE } from '@veldlicht/contract/name';
import { speciesLabel } from '@veldlicht/contract/species-name';
import { type ComponentType, memo, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { categoryText } from '#lib/field-words.ts';
import { dayText } from '#lib/time-text.ts';
import { columns, tracksWith } from '../fields.ts';
import { ShownPlace } from '../shown-place.tsx';
import { FieldCells, levelOfRow } from './field-cells.tsx';
import type { MediaRow } from './row-change.ts';

/** What a table shows beside the cells; stable for the life of the table. */
export interface TableParts<Thing> {
  /** Must return the same row for the same thing. */
  rowOf: (thing: Thing) => MediaRow;
  Picture: ComponentType<{ thing: Thing }>;
  State: ComponentType<{ thing: Thing; short?: boolean }>;
  /** Arrow keys reach its buttons, as they do cells (`data-cell`, not Tab). */
  Buttons: ComponentType<{ thing: Thing; isOpen: boolean; isWide: boolean; onOpen: () => void }>;
  /** Width of the column of buttons. */
  track: string;
  /** All fields, under the row; without it a row opens elsewhere. */
  Details?: ComponentType<{ thing: Thing; isFirst: boolean }>;
  openLabel: (row: MediaRow) => string;
  isFailed: (thing: Thing) => boolean;
}

interface TableRowProps<Thing> extends Omit<Parameters<typeof FieldCells>[0], 'row' | 'disabled'> {
  parts: TableParts<Thing>;
  thing: Thing;
  index: number;
  isWide: boolean;
  isSelected: boolean;
  isOpen: boolean;
  /** Disables all editing. */
  busy: boolean;
  /** Pixels of skipped rows above it. */
  gap: number;
  measure: Ref<HTMLTableSectionElement>;
  /** Stable for the life of the table. */
  onSelect: (id: string, on: boolean, range: boolean) => void;
  onOpen: (id: string | null) => void;
}

function Row<Thing>(props: TableRowProps<Thing>) {
  const { parts, thing, index, isWide, isSelected, isOpen, busy, ...cells } = props;
  const { Picture, State, Buttons, Details } = parts;
  const { t } = useTranslation();
  const row = parts.rowOf(thing);
  const { id, name, fields } = row;
  const open = () => props.onOpen(isOpen ? null : id);
  const tick = (
    <td className="grid h-full place-items-center">
      <label className="grid size-full place-items-center">
        <input
          type="checkbox"
          tabIndex={isWide ? -1 : undefined}
          data-cell="select"
          aria-label={t('selectItem', { title: name })}
          checked={isSelected}
          disabled={busy}
          onChange={({ target, nativeEvent }) =>
            props.onSelect(id, target.checked, 'shiftKey' in nativeEvent && !!nativeEvent.shiftKey)
          }
          className="size-4.5 accent-moss"
        />
      </label>
    </td>
  );
  const label = parts.openLabel(row);
  const opens = {
    type: 'button',
    ...(Details && { 'aria-expanded': isOpen }),
    onClick: open,
  } as const;
  const isFailed = parts.isFailed(thing);
  const look = classNames(
    'border-b',
    'border-hairline',
    isSelected ? 'bg-moss-wash' : isFailed ? 'bg-danger-wash' : 'bg-surface',
  );
  const hasTitle = VISIBLE.test(fields.title);
  const shown = fields.species.map(speciesLabel).join(', ');
  const missing = index === 0 && !fields.category ? t('chooseCategory') : '';
  const category = fields.category && categoryText(fields.category);
  const day = fields.date && dayText(fields.date);
  const facts = [missing, category, shown, day].filter(Boolean).join(' · ');
  const buttons = <Buttons thing={thing} isOpen={isOpen} isWide={isWide} onOpen={open} />;
  return (
    <tbody
      ref={props.measure}
      data-index={index}
      data-row={index}
      data-failed={isFailed ? '' : undefined}
      aria-label={name}
      className="block"
      style={{ marginTop: props.gap }}
    >
      {isWide ? (
        <tr
          aria-rowindex={index + 1}
          aria-selected={isSelected}
          style={{ gridTemplateColumns: tracksWith(parts.track) }}
          className={classNames('grid h-14 grid-rows-[3.5rem] items-center', look)}
        >
          {tick}
          <td className="h-full px-1.5 py-1">
            <button
              {...opens}
              aria-label={label}
              tabIndex={-1}
              title={name}
              className="block size-full"
            >
              <Picture thing={thing} />
            </button>
          </td>
          <FieldCells {...cells} row={row} disabled={busy} />
          <td className="min-w-0 overflow-hidden px-1 text-ellipsis">
            <State thing={thing} />
          </td>
          <td className="flex justify-end pr-1">{buttons}</td>
        </tr>
      ) : (
        <tr
          aria-rowindex={index + 1}
          aria-selected={isSelected}
          className={classNames(
            'grid h-18 grid-rows-[4.5rem] grid-cols-[2.75rem_minmax(0,1fr)_auto]',
            look,
          )}
        >
          {tick}
          <td className="min-w-0">
            <button
              {...opens}
              className="grid size-full grid-cols-[5rem_minmax(0,1fr)] items-center gap-3 text-left"
            >
              <span className="sr-only">{label}</span>
              <span className="block h-14">
                <Picture thing={thing} />
              </span>
              <span className="block min-w-0 py-1">
                <span
                  className={classNames('block truncate font-medium', !hasTitle && 'text-danger')}
                >
                  {hasTitle ? fields.title : t('titleRequired')}
                </span>
                <span className="flex gap-2 overflow-hidden text-xs text-muted tabular-nums">
                  <span className="min-w-0 truncate">{facts || '–'}</span>
                  <ShownPlace {...fields} level={levelOfRow(row, cells.rules)} />
                </span>
                <State thing={thing} short />
              </span>
            </button>
          </td>
          <td className="flex items-center">{buttons}</td>
        </tr>
      )}
      {isOpen && Details && (
        <tr className="block border-b border-hairline">
          <td colSpan={columns.length + 4} data-details="" className="block">
            <Details thing={thing} isFirst={index === 0} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

// Cast: `memo` forgets the thing.
export const TableRow = memo(Row) as unknown as typeof Row;
