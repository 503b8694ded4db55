import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { AdminCategory } from '@veldlicht/contract/category';
import { GripVertical, Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#components/ui/icon-button.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { controlClass } from '#components/ui/text-input.tsx';
import { classNames } from '#lib/class-names.ts';
import { findEntries, LONG_LIST, rowHeight, usePageTop, withFocusedRow } from '#lib/long-list.ts';
import { shownName, typedPosition } from './list-order.ts';
import { useListOrder } from './use-list-order.ts';

interface PositionFieldProps {
  name: string;
  position: number;
  /** `keepFocus`: the person is still in the field. */
  onMove: (position: number, keepFocus: boolean) => void;
}

/** The position as a number; it is sent on blur or Enter, and reverts when it may not be (spec §4). */
function PositionField({ name, position, onMove }: PositionFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  // Read at once: Enter and the blur that may follow it are one edit.
  const pending = useRef<string | null>(null);
  const type = (text: string | null) => {
    pending.current = text;
    setTyped(text);
  };
  const finish = (keepFocus: boolean) => {
    const wanted = pending.current === null ? null : typedPosition(pending.current, position);
    type(null);
    if (wanted !== null) onMove(wanted, keepFocus);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish(true);
    if (event.key === 'Escape') type(null);
  };
  return (
    <input
      type="number"
      inputMode="numeric"
      min={1}
      step={1}
      data-control="position"
      aria-label={t('positionOf', { name })}
      value={typed ?? String(position)}
      onChange={(event) => type(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => finish(false)}
      onKeyDown={onKeyDown}
      className={classNames(
        controlClass,
        'h-9 w-14 px-2 text-center tabular-nums [appearance:textfield]',
        '[&::-webkit-inner-spin-button]:appearance-none',
      )}
    />
  );
}

function Words({ entry }: { entry: AdminCategory }) {
  const { t } = useTranslation();
  const { itemCount } = entry;
  return (
    <div className="min-w-0 flex-1 py-1 pl-1">
      <p className="leading-snug font-medium wrap-anywhere">{shownName(entry)}</p>
      <p className="text-[0.8125rem] leading-snug text-muted">
        {itemCount > 0 ? t('usedByItems', { count: itemCount }) : t('usedByNone')}
      </p>
    </div>
  );
}

/** Pixels of a row with a name of one line; the true height is measured. */
const ROW_HEIGHT = 61;
/** Rows beyond the window that are ready for a scroll, and for Tab. */
const OVERSCAN = 6;

/** The place of an entry among others; null for none of them. */
function placeOf(entries: readonly AdminCategory[], id: string | null): number | null {
  const place = entries.findIndex((entry) => entry.id === id);
  return place === -1 ? null : place;
}

interface CategoryListProps {
  /** Id of the heading above it. */
  labelledBy: string;
  /** What the search field is called. */
  searchLabel: string;
  entries: readonly AdminCategory[];
  /** False for people who may only look. */
  writable: boolean;
  onEdit: (entry: AdminCategory) => void;
  onDelete: (entry: AdminCategory) => void;
}

/**
 * The rows of one panel (spec §2): handle, position, name, edit, delete. Only those near the window,
 * and the one that is dragged or has the focus, are in the document.
 */
export function CategoryList(props: CategoryListProps) {
  const { labelledBy, searchLabel, entries, writable, onEdit, onDelete } = props;
  const { t } = useTranslation();
  const hintId = useId();
  const [said, setSaid] = useState('');
  const [typed, setTyped] = useState('');
  const [focused, setFocused] = useState<string | null>(null);
  const isLong = entries.length > LONG_LIST;
  const searching = isLong && typed.trim() !== '';
  const order = useListOrder({
    entries,
    announce: (entry, position, total) =>
      setSaid(
        t('nowAtPosition', {
          name: shownName(entry),
          position: String(position),
          total: String(total),
        }),
      ),
  });
  const { shown, dragged } = order;
  const found = searching ? findEntries(shown, shownName, typed) : shown;
  const pageTop = usePageTop(order.list);
  const pinned = placeOf(found, dragged?.id ?? focused);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: found.length,
    getItemKey: (place) => found[place]?.id ?? place,
    estimateSize: () => ROW_HEIGHT,
    measureElement: rowHeight,
    overscan: OVERSCAN,
    // Both lists of the page move in one render.
    useFlushSync: false,
    scrollMargin: pageTop,
    rangeExtractor: useCallback(
      (range) => withFocusedRow(defaultRangeExtractor(range), pinned, range.count),
      [pinned],
    ),
  });
  const placeAt = (offset: number) =>
    virtualizer.getVirtualItemForOffset(offset + pageTop)?.index ?? 0;
  const rows = virtualizer.getVirtualItems().flatMap(({ index: place, start }) => {
    const entry = found[place];
    return entry ? [{ entry, place, top: start - pageTop }] : [];
  });
  // While one is dragged the elements stay where they are in the document, so that they slide.
  if (dragged) rows.sort((a, b) => a.entry.sortOrder - b.entry.sortOrder);
  return (
    <>
      {isLong && (
        <div className="flex flex-col gap-2 border-b border-hairline px-4 py-3">
          <SearchBox
            label={searchLabel}
            placeholder={t('searchEntriesHint')}
            value={typed}
            onSearch={setTyped}
          />
          <p role="status" className="text-[0.8125rem] text-muted tabular-nums">
            {searching &&
              t('entryCountOf', {
                shown: String(found.length),
                total: String(entries.length),
              })}{' '}
            {writable && t(searching ? 'moveWhileSearching' : 'moveFarHint')}
          </p>
        </div>
      )}
      <ul
        ref={order.list}
        aria-labelledby={labelledBy}
        onFocus={({ target }) => setFocused(target.closest('li')?.dataset.entry ?? null)}
        // Within the list, the next row must still be there when the focus comes.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setFocused(null);
        }}
        className="relative [overflow-anchor:none]"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map(({ entry, place, top }) => {
          const name = shownName(entry);
          const isDragged = dragged?.id === entry.id;
          const position = searching ? shown.indexOf(entry) + 1 : place + 1;
          return (
            <li
              key={entry.id}
              ref={virtualizer.measureElement}
              data-index={place}
              data-entry={entry.id}
              aria-setsize={found.length}
              aria-posinset={place + 1}
              className={classNames(
                'absolute inset-x-0 scroll-my-16 border-hairline p-0.5',
                place > 0 && 'border-t',
                isDragged && 'z-10',
                dragged &&
                  !isDragged &&
                  'transition-[top] duration-150 motion-reduce:transition-none',
              )}
              style={{ top: isDragged ? dragged.top : top }}
            >
              {writable ? (
                <div
                  className={classNames(
                    'flex min-h-14 items-center gap-1 rounded-md border py-0.5 pr-1 pl-1 sm:pr-2',
                    isDragged ? 'border-moss bg-raised' : 'border-transparent bg-surface',
                  )}
                >
                  <IconButton
                    label={t('moveEntry', { name })}
                    aria-describedby={hintId}
                    data-control="handle"
                    disabled={searching}
                    onPointerDown={(event) => order.onHandlePress(entry, event, placeAt)}
                    onKeyDown={(event) => order.onHandleKey(entry, event)}
                    onBlur={order.onHandleBlur}
                    className={classNames(
                      'w-9 touch-none sm:w-10',
                      isDragged ? 'cursor-grabbing!' : 'enabled:cursor-grab!',
                    )}
                  >
                    <GripVertical className="pointer-events-none size-4" />
                  </IconButton>
                  <PositionField
                    name={name}
                    position={position}
                    onMove={(wanted, keepFocus) => void order.setPosition(entry, wanted, keepFocus)}
                  />
                  <Words entry={entry} />
                  <div className="flex">
                    <IconButton label={t('editEntry', { name })} onClick={() => onEdit(entry)}>
                      <Pencil className="size-4" />
                    </IconButton>
                    <IconButton
                      label={t('deleteEntry', { name })}
                      onClick={() => onDelete(entry)}
                      className="hover:text-danger"
                    >
                      <Trash2 className="size-4" />
                    </IconButton>
                  </div>
                </div>
              ) : (
                <div className="flex min-h-14 items-center gap-3 px-4">
                  <span className="w-6 text-right text-muted tabular-nums">{position}</span>
                  <Words entry={entry} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {writable && (
        <p id={hintId} className="sr-only">
          {t('moveHint')}
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
