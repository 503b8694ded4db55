import type { AdminCategory } from '@veldlicht/contract/category';
import { GripVertical, Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoveNotes } from '#components/move-notes.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { controlClass } from '#components/ui/field.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { classNames } from '#lib/class-names.ts';
import { entryText } from '#lib/field-words.ts';
import { placeWhile } from '#lib/list-moves.ts';
import { findEntries, LONG_LIST } from '#lib/long-list.ts';
import { useWindowRows } from '#lib/window-rows.ts';
import { typedPosition } from './list-order.ts';
import { useListOrder } from './use-list-order.ts';

interface PositionFieldProps {
  name: string;
  position: number;
  /** `keepFocus` if the user is still in the field. */
  onMove: (position: number, keepFocus: boolean) => void;
}

/** Editable position, sent on blur or Enter; an invalid one reverts (spec §4). */
function PositionField({ name, position, onMove }: PositionFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  // A ref: the blur that may follow Enter must not see the old state.
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

interface RowActions {
  onHandleKey: (entry: AdminCategory, event: KeyboardEvent) => void;
  onHandleBlur: () => void;
  onMove: (entry: AdminCategory, position: number, keepFocus: boolean) => void;
  onEdit: (entry: AdminCategory) => void;
  onDelete: (entry: AdminCategory) => void;
}

interface CategoryRowProps {
  entry: AdminCategory;
  position: number;
  /** Id of the hint of the handle. */
  hintId: string;
  movable: boolean;
  /** Null without write permission. */
  actions: RowActions | null;
}

function Words({ entry }: { entry: AdminCategory }) {
  const { t } = useTranslation();
  const { itemCount } = entry;
  return (
    <div className="min-w-0 flex-1 py-1 pl-1">
      <p className="leading-snug font-medium wrap-anywhere">{entryText(entry)}</p>
      <p className="text-small leading-snug text-muted">
        {itemCount > 0 ? t('itemCount', { count: itemCount }) : t('usedByNone')}
      </p>
    </div>
  );
}

/** Row of a category or tag (spec §2). Memoized, so that scrolling renders new rows only. */
const CategoryRow = memo(function CategoryRow(props: CategoryRowProps) {
  const { entry, position, hintId, movable, actions } = props;
  const { t } = useTranslation();
  const name = entryText(entry);
  if (!actions)
    return (
      <div className="flex min-h-14 items-center gap-3 px-4">
        <span className="w-6 text-right text-muted tabular-nums">{position}</span>
        <Words entry={entry} />
      </div>
    );
  return (
    <div
      data-swapy-item={entry.id}
      className="group flex min-h-14 translate-y-(--shift) items-center gap-1 rounded-md border border-transparent bg-surface py-0.5 pr-1 pl-1 data-swapy-dragging:border-moss transition-[translate] duration-300 ease-out data-swapy-dragging:bg-raised sm:pr-2"
    >
      <IconButton
        label={t('moveEntry', { name })}
        aria-describedby={hintId}
        data-swapy-handle=""
        data-control="handle"
        disabled={!movable}
        onKeyDown={(event) => actions.onHandleKey(entry, event)}
        onBlur={actions.onHandleBlur}
        className="w-9 touch-none enabled:cursor-grab! group-data-swapy-dragging:cursor-grabbing! sm:w-10"
      >
        <GripVertical className="pointer-events-none size-4" />
      </IconButton>
      <PositionField
        name={name}
        position={position}
        onMove={(wanted, keepFocus) => actions.onMove(entry, wanted, keepFocus)}
      />
      <Words entry={entry} />
      <div className="flex">
        <IconButton
          icon={Pencil}
          label={t('editNamed', { name })}
          onClick={() => actions.onEdit(entry)}
        />
        <IconButton
          icon={Trash2}
          label={t('deleteNamed', { name })}
          onClick={() => actions.onDelete(entry)}
          className="hover:text-danger"
        />
      </div>
    </div>
  );
});

/** Estimated height of a row in pixels. */
const ROW_HEIGHT = 61;
/** Rows rendered beyond the window, for scrolling and Tab. */
const OVERSCAN = 6;
/** Rows above and below a pressed one that stay rendered, to drag over. */
const REACH = 30;

interface CategoryListProps {
  /** Id of the panel's heading. */
  labelledBy: string;
  searchLabel: string;
  entries: readonly AdminCategory[];
  writable: boolean;
  onEdit: (entry: AdminCategory) => void;
  onDelete: (entry: AdminCategory) => void;
}

/** Sortable, virtualised rows of one panel. Slots stay and items move between them, as swapy requires. */
export function CategoryList(props: CategoryListProps) {
  const { labelledBy, searchLabel, entries, writable, onEdit, onDelete } = props;
  const { t } = useTranslation();
  const hintId = useId();
  const [said, setSaid] = useState('');
  const [typed, setTyped] = useState('');
  const isLong = entries.length > LONG_LIST;
  const searching = isLong && typed.trim() !== '';
  const announce = useCallback(
    (entry: AdminCategory, position: number, total: number) =>
      setSaid(
        t('nowAtPosition', {
          name: entryText(entry),
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
  });
  const { dragged } = order;
  const found = searching ? findEntries(order.shown, entryText, typed) : order.shown;
  const { length: count } = found;
  const pressed = dragged?.from ?? null;
  // swapy reads the rows once, at the press: those in reach stay rendered.
  const held = useMemo(
    () =>
      pressed === null
        ? null
        : ([Math.max(pressed - REACH, 0), Math.min(pressed + REACH, count - 1)] as const),
    [pressed, count],
  );
  const { rows, height, virtualizer, focus } = useWindowRows(order.list, {
    count,
    held,
    placeOf: (id) => found.findIndex((entry) => entry.id === id),
    overscan: OVERSCAN,
    estimateSize: () => ROW_HEIGHT,
    // Batches both lists of the page into one render.
    more: { useFlushSync: false },
  });
  const latest = useRef({ ...order, onEdit, onDelete });
  latest.current = { ...order, onEdit, onDelete };
  // Stable, so that rows do not render again.
  const [actions] = useState<RowActions>(() => ({
    onHandleKey: (entry, event) => latest.current.onHandleKey(entry, event),
    onHandleBlur: () => latest.current.onHandleBlur(),
    onMove: (entry, position, keepFocus) => latest.current.setPosition(entry, position, keepFocus),
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
          <p role="status" className="text-small text-muted tabular-nums">
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
        {...focus}
        className="relative [overflow-anchor:none]"
        style={{ height }}
      >
        {rows.map(({ index: place, start: top }) => {
          const entry = found[place];
          const current = placeWhile(dragged, place);
          const isDragged = place === dragged?.from;
          const shift = isDragged ? 0 : (current - place) * (dragged?.height ?? 0);
          return (
            entry && (
              // Keyed by slot, not by item.
              <li
                key={place}
                ref={virtualizer.measureElement}
                data-index={place}
                data-swapy-slot={place}
                data-row={entry.id}
                aria-setsize={found.length}
                aria-posinset={place + 1}
                className={classNames(
                  'absolute inset-x-0 border-hairline p-0.5',
                  place > 0 && 'border-t',
                )}
                style={{ top, ['--shift' as string]: `${shift}px` }}
              >
                <CategoryRow
                  key={entry.id}
                  entry={entry}
                  position={searching ? order.shown.indexOf(entry) + 1 : current + 1}
                  hintId={hintId}
                  movable={!searching}
                  actions={writable ? actions : null}
                />
              </li>
            )
          );
        })}
      </ul>
      <MoveNotes hintId={writable ? hintId : null} said={said} />
    </>
  );
}
