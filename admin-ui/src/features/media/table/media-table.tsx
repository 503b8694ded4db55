/** The table of items and of drafts: cells are edited in place, one row at a time or all that are selected. */
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useGuardRules } from '#features/species/guard-query.ts';
import { speciesQuery } from '#features/species/species-search.ts';
import { classNames } from '#lib/class-names.ts';
import { notify } from '#lib/notify.ts';
import type { EntryNames } from '../entry-names.ts';
import type { FieldValues } from '../field-values.ts';
import { type Column, columns, headOf, isForMany, tracksWith } from '../fields.ts';
import type { Selection } from '../selection.tsx';
import { type CellWords, editsOfLines, linesOf, textOfRows } from './clipboard.ts';
import { type Edit, filledFrom, forMany, type MediaRow, type Rows } from './row-change.ts';
import type { Sort } from './sort.ts';
import { caretOf, isTextField, tableKey } from './table-keys.ts';
import { type TableParts, TableRow } from './table-row.tsx';
import { useIsWide, useSameList, useTableRows } from './use-table-rows.ts';

interface TableHeadProps {
  track: string;
  isWide: boolean;
  sort: Sort | null;
  onSort: (column: Column) => void;
}

function TableHead({ track, isWide, sort, onSort }: TableHeadProps) {
  const { t } = useTranslation();
  const Arrow = sort?.isDown ? ArrowDown : ArrowUp;
  return (
    <tr
      style={isWide ? { gridTemplateColumns: tracksWith(track) } : undefined}
      className={classNames(
        isWide ? 'grid' : 'sr-only',
        'h-9 items-center border-b border-edge/60 text-left text-xs text-muted',
      )}
    >
      <td />
      <td />
      {columns.map((column) => {
        const isSorted = sort?.by === column;
        return (
          <th
            key={column}
            scope="col"
            aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : undefined}
            className="h-full min-w-0 font-medium"
          >
            <button
              type="button"
              tabIndex={isWide ? undefined : -1}
              onClick={() => onSort(column)}
              className="flex size-full min-w-0 items-center gap-1 px-2 hover:text-ink"
            >
              <span className="truncate">
                {t(headOf(column))}
                {(column === 'title' || column === 'category') && ' *'}
              </span>
              {isSorted && <Arrow className="size-3.5 shrink-0" />}
            </button>
          </th>
        );
      })}
      <th scope="col" className="px-2 font-medium">
        {t('status')}
      </th>
      <td />
    </tr>
  );
}

/** The words that pasted texts are compared with. */
function useCellWords({ categories, tags }: EntryNames): CellWords {
  const { data: species } = useQuery(speciesQuery);
  return useMemo(() => ({ categories, tags, species: species ?? [] }), [categories, tags, species]);
}

const rowOf = (target: Element) => Number(target.closest<HTMLElement>('[data-row]')?.dataset.row);
const columnOf = (cell: HTMLElement) => columns.find((column) => column === cell.dataset.cell);

/** Moves the focus to a cell, or on a phone to the opened row; returns what has it. */
export type GoTo = (id: string, column: Column) => HTMLElement | null;

interface MediaTableProps<Thing> {
  label: string;
  parts: TableParts<Thing>;
  things: readonly Thing[];
  rows: Rows;
  /** Changes many (use-change-many.ts). */
  apply: (edits: readonly Edit[], note?: string) => unknown;
  names: EntryNames;
  selection: Selection;
  /** The scroll container. */
  box: RefObject<HTMLDivElement | null>;
  /** Disables all editing. */
  busy: boolean;
  sort: Sort | null;
  onSort: (column: Column) => void;
  openId: string | null;
  onOpen: (id: string | null) => void;
  goTo?: RefObject<GoTo | null>;
}

export function MediaTable<Thing>(props: MediaTableProps<Thing>) {
  const { parts, things, rows: port, apply, names, selection, box, busy, openId, onOpen } = props;
  const { t } = useTranslation();
  const isWide = useIsWide();
  const words = useCellWords(names);
  const rules = useGuardRules();
  const order = useSameList(things.map((thing) => parts.rowOf(thing).id));
  const { head, virtualizer, rows, rest, setFocused } = useTableRows(box, order, isWide);
  const table = useRef<HTMLTableElement>(null);
  const latest = useRef({ things, ids: selection.ids });
  useLayoutEffect(() => {
    latest.current = { things, ids: selection.ids };
  });

  /** Ids that a change of this row applies to: the whole selection if the row is in it and the field allows it. */
  const meantBy = useCallback((id: string, change: Partial<FieldValues>) => {
    const { ids } = latest.current;
    // Cast: `keys` forgets the names.
    const names = Object.keys(change) as Column[];
    return names.every(isForMany) && ids.has(id) && ids.size > 1 ? [...ids] : [id];
  }, []);
  const onEdit = useCallback(
    ({ id, fields }: MediaRow, change: Partial<FieldValues>) => {
      const ids = meantBy(id, change);
      if (ids.length > 1) apply([{ ids, change: forMany(fields, change) }]);
      else port.change([{ ids, change }]);
    },
    [port, apply, meantBy],
  );
  const onLeave = useCallback(
    (row: MediaRow, column: Column, value: string, before: string) => {
      const change = { [column]: value };
      if (!port.type) return onEdit(row, change);
      // The row itself has followed each letter.
      const own = () => port.changeBack([{ ids: [row.id], change: { [column]: before } }]);
      const others = meantBy(row.id, change).filter((id) => id !== row.id);
      if (others.length === 0) return void port.remember(own);
      apply([{ ids: others, change }]);
      port.remember(() => {
        own();
        return port.undo();
      });
    },
    [port, apply, meantBy, onEdit],
  );

  const focusCell = (row: number, cell: string) => {
    const find = () =>
      table.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-cell="${cell}"]`);
    // A row far away has to be rendered first.
    if (!find()) flushSync(() => setFocused(row));
    virtualizer.scrollToIndex(row);
    const target = find();
    target?.focus();
    if (isTextField(target)) target.select();
    return target ?? null;
  };
  useImperativeHandle(props.goTo, () => (id, column) => {
    if (!isWide) onOpen(id);
    return focusCell(order.indexOf(id), isWide ? column : 'select');
  });
  /** Fills from the first selected row to the others, or else from the row above. */
  const fillDown = (row: number, column: Column) => {
    const all = latest.current.things.map(parts.rowOf);
    const chosen = all.filter(({ id }) => selection.ids.has(id));
    const source = chosen.length > 1 ? chosen[0] : all[row - 1];
    const targets = chosen.length > 1 ? chosen.slice(1) : all.slice(row, row + 1);
    if (!source || targets.length === 0) return;
    apply(filledFrom(source.fields, targets, column));
  };
  const paste = (event: ClipboardEvent, cell: HTMLElement, column: Column) => {
    const lines = linesOf(event.clipboardData.getData('text/plain'));
    const [[only = ''] = []] = lines;
    const row = rowOf(cell);
    const all = latest.current.things.map(parts.rowOf);
    const isOne = lines.length === 1 && lines[0]?.length === 1;
    const meant = isOne ? meantBy(order[row] ?? '', { [column]: only }) : [];
    // One text in a text cell: the browser pastes at the caret.
    if (isOne && meant.length < 2 && isTextField(cell)) return;
    event.preventDefault();
    const targets = meant.length > 1 ? all.filter(({ id }) => meant.includes(id)) : all.slice(row);
    const repeated = meant.length > 1 ? meant.map(() => [only]) : lines;
    const { edits, unknown } = editsOfLines(repeated, targets, column, words);
    cell.blur();
    const note = unknown > 0 ? t('pasteUnknown', { count: unknown }) : undefined;
    if (edits.length > 0) apply(edits, note);
    else if (note) notify.error(t('error'), note);
    cell.focus();
  };
  const copy = (event: ClipboardEvent, cell: HTMLElement) => {
    const { atStart, atEnd } = caretOf(cell);
    // The browser copies a part of a text.
    if (isTextField(cell) && !(atStart && atEnd) && cell.selectionStart !== cell.selectionEnd)
      return;
    const column = columnOf(cell);
    const all = latest.current.things.map(parts.rowOf);
    const chosen = all.filter(({ id }) => selection.ids.has(id));
    const copied = chosen.length > 0 ? chosen : all.slice(rowOf(cell), rowOf(cell) + 1);
    event.preventDefault();
    const fields = copied.map((row) => row.fields);
    event.clipboardData.setData('text/plain', textOfRows(fields, column ? [column] : columns));
  };
  const onClipboard = (event: ClipboardEvent) => {
    const cell = document.activeElement?.closest<HTMLElement>('[data-cell]');
    if (!cell || !table.current?.contains(cell) || event.defaultPrevented) return;
    if (event.type === 'copy') return copy(event, cell);
    // Pasted rows start at the first column.
    const column = columnOf(cell) ?? (cell.dataset.cell === 'select' ? columns[0] : undefined);
    if (column && !busy) paste(event, cell, column);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = event.target instanceof HTMLElement && event.target.closest('[data-cell]');
    if (!(cell instanceof HTMLElement) || event.defaultPrevented) return;
    const goTo = (to: number, name: string) =>
      focusCell(Math.min(Math.max(to, 0), things.length - 1), name);
    const name = cell.dataset.cell ?? '';
    const key = tableKey(event, caretOf(cell));
    const column = columnOf(cell);
    // Enter on a button presses it.
    if (!key || (event.key === 'Enter' && !column)) return;
    const row = rowOf(cell);
    if (key.does === 'leave') {
      // Always, as else a second Escape would close the dialog around the table.
      event.preventDefault();
      focusCell(row, 'select');
      return selection.leave();
    }
    if (busy) return;
    event.preventDefault();
    if (key.does === 'select all') selection.selectShown(true);
    else if (key.does === 'undo') {
      cell.blur();
      void port.undo();
      focusCell(row, name);
    } else if (key.does === 'fill') {
      if (column) fillDown(row, column);
    } else if (key.does === 'extend') {
      selection.extend(row, key.rows);
      goTo(row + key.rows, name);
    } else if (key.does === 'edit') {
      if (isTextField(cell)) cell.setSelectionRange(cell.value.length, cell.value.length);
    } else if (key.does === 'page') {
      const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
      goTo(row + key.pages * Math.max(endIndex - startIndex, 1), name);
    } else if (key.does === 'edge') {
      const edge = columns.at(key.isLast ? -1 : 0) ?? name;
      goTo(key.isTable ? (key.isLast ? things.length - 1 : 0) : row, isWide ? edge : name);
    } else if (key.does === 'move') {
      const cells = [...(cell.closest('tr')?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
      const next = cells[cells.indexOf(cell) + key.cells]?.dataset.cell ?? name;
      goTo(row + key.rows, next);
    }
  };
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are reached by keys
      role="grid"
      aria-label={props.label}
      aria-rowcount={things.length}
      aria-multiselectable="true"
      onKeyDown={onKeyDown}
      onCopy={onClipboard}
      onPaste={onClipboard}
      onFocus={({ target }: FocusEvent) => setFocused(rowOf(target))}
      className="block min-w-full lg:min-w-[60rem] [&_:is(input,button)]:scroll-mt-12 [&_:is(input,button)]:scroll-mb-4"
    >
      <thead ref={head} className="sticky top-0 z-10 block bg-surface">
        <TableHead track={parts.track} isWide={isWide} sort={props.sort} onSort={props.onSort} />
      </thead>
      {rows.map(({ index, gap }) => {
        const thing = things[index];
        const id = order[index];
        return (
          thing !== undefined &&
          id !== undefined && (
            <TableRow<Thing>
              key={id}
              parts={parts}
              thing={thing}
              index={index}
              names={names}
              rules={rules}
              isWide={isWide}
              isSelected={selection.ids.has(id)}
              isOpen={openId === id}
              busy={busy}
              gap={gap}
              measure={virtualizer.measureElement}
              onSelect={selection.select}
              onOpen={onOpen}
              onEdit={onEdit}
              onLeave={onLeave}
              onType={port.type}
            />
          )
        );
      })}
      <tbody aria-hidden="true" className="block" style={{ height: Math.max(rest, 0) }} />
    </table>
  );
}
