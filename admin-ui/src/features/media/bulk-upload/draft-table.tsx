/** The table of the bulk upload: a thousand rows of which the visible ones are in the document. */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { withFocusedRow } from '#lib/long-list.ts';
import { notify } from '#lib/notify.ts';
import { rowHeight } from '#lib/window-rows.ts';
import type { useEntryNames } from '../media-fields.tsx';
import { noSelection, pressed, switched } from '../selection.tsx';
import type { BulkSession } from './bulk-session.ts';
import { type Caret, type Column, columns, gridClass, type TableKey, tableKey } from './columns.ts';
import { type BulkState, copyFields, type Draft, editAmongMany } from './draft.ts';
import { DraftRow } from './draft-row.tsx';
import { ManyRow } from './many-row.tsx';

/** From here on there is room for a table. */
const wide = window.matchMedia('(min-width: 1024px)');
function subscribeWide(listener: () => void) {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Pixels of a closed row, with its hairline. */
const ROW = { wide: 57, narrow: 73 };

/** The same list until a draft comes, goes or moves: a key press measures no rows anew. */
function useOrder(drafts: readonly Draft[]): readonly string[] {
  const last = useRef<readonly string[]>([]);
  const { current } = last;
  const isSame =
    drafts.length === current.length && drafts.every(({ id }, index) => id === current[index]);
  if (!isSame) last.current = drafts.map(({ id }) => id);
  return last.current;
}

/** The rows that are in the document, and what is left out between them. */
function useRows(box: RefObject<HTMLDivElement | null>, ids: readonly string[], isWide: boolean) {
  const head = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const read = () => {
      const table = head.current?.parentElement;
      if (head.current && table) setTop(table.offsetTop + head.current.offsetHeight);
    };
    read();
    const observer = new ResizeObserver(read);
    for (const element of [head.current, box.current?.firstElementChild])
      if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  const [focused, setFocused] = useState<number | null>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableSectionElement>({
    count: ids.length,
    getScrollElement: () => box.current,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    estimateSize: () => (isWide ? ROW.wide : ROW.narrow),
    measureElement: rowHeight,
    overscan: 4,
    scrollMargin: top,
    rangeExtractor: useCallback(
      (range) => withFocusedRow(defaultRangeExtractor(range), focused, range.count),
      [focused],
    ),
  });
  let reached = top;
  const rows = virtualizer.getVirtualItems().map(({ index, start, end }) => {
    const gap = start - reached;
    reached = end;
    return { index, gap };
  });
  const rest = virtualizer.getTotalSize() + top - reached;
  return { head, virtualizer, rows, rest, setFocused };
}

const rowOf = (target: Element) => Number(target.closest<HTMLElement>('[data-row]')?.dataset.row);

/** How far a caret may go in the cell that has the focus: choices have none, dates keep theirs. */
function caretOf(cell: HTMLElement): Caret {
  if (!(cell instanceof HTMLInputElement) || cell.type === 'checkbox')
    return { atStart: true, atEnd: true };
  if (cell.type !== 'text') return { atStart: false, atEnd: false };
  // Read when it is asked for: the browser lays the page out to answer, and a letter does not ask.
  const isWhole = () => cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
  return {
    get atStart() {
      return isWhole() || (cell.selectionStart === 0 && cell.selectionEnd === 0);
    },
    get atEnd() {
      return isWhole() || cell.selectionStart === cell.value.length;
    },
  };
}

const TableHead = memo(function TableHead({ isWide }: { isWide: boolean }) {
  const { t } = useTranslation();
  return (
    <tr
      className={classNames(
        isWide ? gridClass : 'sr-only',
        'h-8 items-center border-b border-hairline text-left text-xs text-muted',
      )}
    >
      <td />
      <td />
      {columns.map((column) => (
        <th key={column} scope="col" className="truncate px-2 font-medium">
          {t(column === 'locationPrivacy' ? 'privacyShort' : column)}
          {(column === 'title' || column === 'category') && ' *'}
        </th>
      ))}
      <th scope="col" className="px-2 font-medium">
        {t('sendState')}
      </th>
      <td />
    </tr>
  );
});

interface DraftTableProps {
  session: BulkSession;
  state: BulkState;
  names: ReturnType<typeof useEntryNames>;
  /** What scrolls. */
  box: RefObject<HTMLDivElement | null>;
  openId: string | null;
  onOpen: (id: string | null) => void;
}

export function DraftTable({ session, state, names, box, openId, onOpen }: DraftTableProps) {
  const { t } = useTranslation();
  const isWide = useSyncExternalStore(subscribeWide, () => wide.matches);
  const { drafts, progress } = state;
  const busy = state.run !== 'idle';
  const order = useOrder(drafts);
  const { head, virtualizer, rows, rest, setFocused } = useRows(box, order, isWide);
  const table = useRef<HTMLTableElement>(null);
  const [selection, setSelection] = useState(noSelection);
  const latest = useRef(order);
  useLayoutEffect(() => {
    latest.current = order;
  });
  const selected = useMemo(
    () => drafts.filter(({ id }) => selection.ids.has(id)),
    [drafts, selection.ids],
  );
  const select = useCallback(
    (id: string, on: boolean, range: boolean) =>
      setSelection((last) => pressed(last, { id, on, range }, latest.current)),
    [],
  );
  const selectAll = useCallback(
    (on: boolean) =>
      setSelection(on ? (last) => switched(last, latest.current, true) : noSelection),
    [],
  );
  const changeMany = useCallback(
    (ids: readonly string[], by: (draft: Draft) => Draft) => {
      const onPress = session.changeMany(ids, by);
      if (ids.length < 2) return;
      const words = t('setForMany', { count: ids.length });
      notify.success(words, undefined, { label: t('undo'), onPress });
    },
    [session, t],
  );
  // A letter is painted before what all have in common is looked for anew; what is shown is what is filled.
  const many = useDeferredValue(
    useMemo(() => {
      const count = selected.length;
      return { drafts: count > 0 ? selected : drafts, count, isAll: count === drafts.length };
    }, [selected, drafts]),
  );

  const focusCell = (row: number, cell: string) => {
    if (row >= 0) virtualizer.scrollToIndex(row);
    const target = table.current?.querySelector<HTMLElement>(
      `[data-row="${row}"] [data-cell="${cell}"]`,
    );
    target?.focus();
    if (target instanceof HTMLInputElement && target.type === 'text') target.select();
  };
  /** From the first selected one to the others, else from the row above. */
  const fillDown = (row: number, column: Column) => {
    // As they are at this moment: the last letter may not be rendered yet.
    const now = session.get().drafts;
    const chosen = now.filter(({ id }) => selection.ids.has(id));
    const source = chosen.length > 1 ? chosen[0] : now[row - 1];
    const targets = chosen.length > 1 ? chosen.slice(1) : now.slice(row, row + 1);
    if (!source || row < 0) return;
    const { locationPrivacy } = source.fields;
    changeMany(
      targets.map(({ id }) => id),
      (draft) =>
        column === 'locationPrivacy'
          ? editAmongMany(draft, { locationPrivacy })
          : copyFields(draft, source, [column]),
    );
  };
  const extend = (row: number, by: number) => {
    const from = selection.anchor ?? order[row];
    const to = order[row + by];
    if (!from || !to) return;
    const range = pressed(
      { ...noSelection, anchor: from },
      { id: to, on: true, range: true },
      order,
    );
    setSelection({ ...range, anchor: from });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = event.target instanceof HTMLElement && event.target.closest('[data-cell]');
    if (event.key === 'Escape' && selection.ids.size > 0 && !event.defaultPrevented) {
      event.preventDefault();
      setSelection(noSelection);
    }
    if (!(cell instanceof HTMLElement) || event.defaultPrevented || busy) return;
    const key: TableKey | null = tableKey(event, caretOf(cell));
    const name = cell.dataset.cell ?? '';
    const isButton = event.key === 'Enter' && !columns.some((column) => column === name);
    if (!key || isButton) return;
    event.preventDefault();
    const row = rowOf(cell);
    const cells = ['select', ...columns, 'details'];
    if (key.does === 'select all') selectAll(true);
    else if (key.does === 'fill') {
      const column = columns.find((one) => one === name);
      if (column) fillDown(row, column);
    } else if (key.does === 'extend') {
      extend(row, key.rows);
      focusCell(Math.min(Math.max(row + key.rows, 0), drafts.length - 1), name);
    } else {
      const next = cells[cells.indexOf(name) + key.cells] ?? name;
      focusCell(Math.min(row + key.rows, drafts.length - 1), next);
    }
  };
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are reached by keys
      role="grid"
      aria-label={t('bulkTable')}
      aria-rowcount={drafts.length}
      aria-multiselectable="true"
      onKeyDown={onKeyDown}
      onFocus={({ target }: FocusEvent) => setFocused(rowOf(target))}
      className="block min-w-full lg:min-w-[70rem] [&_:is(input,button)]:scroll-mt-28 [&_:is(input,button)]:scroll-mb-4"
    >
      <thead ref={head} className="sticky top-0 z-10 block bg-surface">
        <TableHead isWide={isWide} />
        <ManyRow
          session={session}
          {...many}
          names={names}
          isWide={isWide}
          busy={busy}
          onSelectAll={selectAll}
          onChange={changeMany}
        />
      </thead>
      {rows.map(({ index, gap }) => {
        const draft = drafts[index];
        return (
          draft && (
            <DraftRow
              key={draft.id}
              session={session}
              draft={draft}
              progress={progress.get(draft.id)}
              index={index}
              names={names}
              isWide={isWide}
              isSelected={selection.ids.has(draft.id)}
              isOpen={openId === draft.id}
              busy={busy}
              gap={gap}
              measure={virtualizer.measureElement}
              onSelect={select}
              onOpen={onOpen}
            />
          )
        );
      })}
      <tbody aria-hidden="true" className="block" style={{ height: Math.max(rest, 0) }} />
    </table>
  );
}
