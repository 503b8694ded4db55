import type { AdminCategory } from '@veldlicht/contract/category';
import { useCallback, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '#components/ui/search-box.tsx';
import { classNames } from '#lib/class-names.ts';
import { findEntries, LONG_LIST } from '#lib/long-list.ts';
import { CategoryRow, type RowActions } from './category-row.tsx';
import { shownName } from './shown-name.ts';
import { useListOrder } from './use-list-order.ts';
import { useRows } from './use-rows.ts';

interface CategoryListProps {
  /** Id of the heading above it. */
  labelledBy: string;
  /** What the search field is called. */
  searchLabel: string;
  entries: readonly AdminCategory[];
  writable: boolean;
  onEdit: (entry: AdminCategory) => void;
  onDelete: (entry: AdminCategory) => void;
}

/** The place of an entry among others; null for none of them. */
function placeOf(entries: readonly AdminCategory[], id: string | null): number | null {
  const place = id === null ? -1 : entries.findIndex((entry) => entry.id === id);
  return place === -1 ? null : place;
}

function idOf(target: Element): string | null {
  return target.closest('[data-swapy-item]')?.getAttribute('data-swapy-item') ?? null;
}

/**
 * The rows of one panel. Slots stay and items change places between them, which is what swapy asks
 * for; each item is the only child of its slot. Only the rows near the window are in the document.
 */
export function CategoryList(props: CategoryListProps) {
  const { labelledBy, searchLabel, entries, writable, onEdit, onDelete } = props;
  const { t } = useTranslation();
  const hintId = useId();
  const [said, setSaid] = useState('');
  const [typed, setTyped] = useState('');
  const [focused, setFocused] = useState<string | null>(null);
  const [pressed, setPressed] = useState<number | null>(null);
  const isLong = entries.length > LONG_LIST;
  const searching = isLong && typed.trim() !== '';
  const announce = useCallback(
    (entry: AdminCategory, position: number, total: number) =>
      setSaid(
        t('nowAtPosition', {
          name: shownName(entry),
          position: String(position),
          total: String(total),
        }),
      ),
    [t],
  );
  const order = useListOrder({
    entries,
    enabled: writable && !searching,
    announce,
    onPress: (id) => setPressed(placeOf(order.shown, id)),
    onRelease: () => setPressed(null),
  });
  const found = searching ? findEntries(order.shown, shownName, typed) : order.shown;
  const { rows, height, measureRow } = useRows(order.list, {
    count: found.length,
    focused: placeOf(found, focused),
    pressed,
  });
  const latest = useRef({ ...order, onEdit, onDelete });
  latest.current = { ...order, onEdit, onDelete };
  // The same for good, so that rows are not drawn again for it.
  const [actions] = useState<RowActions>(() => ({
    onHandleKey: (entry, event) => latest.current.onHandleKey(entry, event),
    onHandleBlur: () => latest.current.onHandleBlur(),
    onMove: (entry, position, keepFocus) =>
      void latest.current.setPosition(entry, position, keepFocus),
    onEdit: (entry) => latest.current.onEdit(entry),
    onDelete: (entry) => latest.current.onDelete(entry),
  }));
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
        onPointerDownCapture={order.onPointerDownCapture}
        onFocus={({ target }) => setFocused(idOf(target))}
        // Within the list, the next row must still be there when the focus comes.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setFocused(null);
        }}
        className="relative [overflow-anchor:none]"
        style={{ height }}
      >
        {rows.map(({ place, top }) => {
          const entry = found[place];
          return (
            entry && (
              // The slot is the place, whoever stands in it.
              <li
                key={place}
                ref={measureRow}
                data-index={place}
                data-swapy-slot={place}
                aria-setsize={found.length}
                aria-posinset={place + 1}
                className={classNames(
                  'absolute inset-x-0 border-hairline p-0.5',
                  place > 0 && 'border-t',
                )}
                style={{ top }}
              >
                <CategoryRow
                  key={entry.id}
                  entry={entry}
                  position={searching ? order.shown.indexOf(entry) + 1 : place + 1}
                  hintId={hintId}
                  movable={!searching}
                  actions={writable ? actions : null}
                />
              </li>
            )
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
