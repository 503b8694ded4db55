/** The selection of items or drafts: its state, its keys and its bar. */
import { Pencil, Trash2, X } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#components/ui/button.tsx';
import { classNames } from '#lib/class-names.ts';

/** Selecting enters the mode; leaving it clears the selection. */
export interface SelectionState {
  /** Selection mode: a press on a picture selects it. */
  active: boolean;
  ids: ReadonlySet<string>;
  /** Where a range begins: the last one pressed without Shift. */
  anchor: string | null;
}

export const noSelection: SelectionState = { active: false, ids: new Set(), anchor: null };

/** Selects or deselects ids. */
export function switched(
  state: SelectionState,
  changed: readonly string[],
  on: boolean,
): SelectionState {
  const off = new Set(on ? [] : changed);
  const ids = [...state.ids, ...(on ? changed : [])].filter((id) => !off.has(id));
  return { ...state, active: true, ids: new Set(ids) };
}

/** Selects or deselects one id, or with `range` (Shift) all from the anchor to it, in that order. */
export function pressed(
  state: SelectionState,
  { id, on, range }: { id: string; on: boolean; range: boolean },
  shown: readonly string[],
): SelectionState {
  const [start, end] = [shown.indexOf(state.anchor ?? ''), shown.indexOf(id)];
  const between = shown.slice(Math.min(start, end), Math.max(start, end) + 1);
  const way = end < start ? between.toReversed() : between;
  const changed = range && start >= 0 && end >= 0 ? way : [id];
  return { ...switched(state, changed, on), anchor: id };
}

/** Toggles an id without a checkbox; the end of a range is always selected. */
export function toggled(
  state: SelectionState,
  id: string,
  range: boolean,
  shown: readonly string[],
): SelectionState {
  const isRange = range && shown.includes(state.anchor ?? '');
  return pressed(state, { id, on: isRange || !state.ids.has(id), range }, shown);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea');
}

export type Selection = ReturnType<typeof useSelection>;

const noIds: ReadonlySet<string> = new Set();

/**
 * Selection mode: Escape leaves it, Ctrl/Cmd+A selects all that is shown. Listens for keys within `page` only, as
 * dialogs have their own. `all` and `shown` are ids.
 */
export function useSelection(
  page: RefObject<HTMLElement | null>,
  all: readonly string[],
  shown: readonly string[],
) {
  const [state, setState] = useState(noSelection);
  const { active } = state;

  // Keeps `actions` stable while `shown` changes at each key in the search.
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  });
  const actions = useMemo(
    () => ({
      select: (id: string, on: boolean, range: boolean) =>
        setState((last) => pressed(last, { id, on, range }, latest.current)),
      selectShown: (on: boolean) => setState((last) => switched(last, latest.current, on)),
      /** Extends the range by so many rows; it starts at the anchor, or else at `row`. */
      extend: (row: number, by: number) =>
        setState((last) => {
          const rows = latest.current;
          const anchor = last.anchor ?? rows[row];
          const id = rows[row + by];
          if (!anchor || !id) return last;
          return {
            ...pressed({ ...noSelection, anchor }, { id, on: true, range: true }, rows),
            anchor,
          };
        }),
      enter: () => setState((last) => ({ ...last, active: true })),
      leave: () => setState(noSelection),
      clear: () => setState({ ...noSelection, active: true }),
    }),
    [],
  );
  const { selectShown, leave } = actions;

  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const isHere =
        target === document.body || (target instanceof Node && page.current?.contains(target));
      if (!isHere || event.defaultPrevented) return;
      if (event.key === 'Escape') leave();
      else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && !isTyping(target)) {
        event.preventDefault();
        selectShown(true);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [active, page, leave, selectShown]);

  // Drops items that another person deleted.
  const ids = useMemo(
    () => (state.ids.size === 0 ? noIds : new Set(all.filter((id) => state.ids.has(id)))),
    [all, state.ids],
  );
  return { active, ids, ...actions };
}

interface SelectionBarProps {
  selection: Selection;
  /** Ids of the shown items. */
  shown: readonly string[];
  /** Label of the delete button. */
  remove: string;
  disabled?: boolean;
  /** Shown while nothing is selected. */
  hint?: string;
  className?: string;
  /** Absent: the bar stays. */
  onLeave?: () => void;
  onEdit: () => void;
  onDelete: () => void;
  children?: ReactNode;
}

/** The bar of the selection (spec §2 Media management, Selection mode). */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, shown, remove, disabled = false, hint, className, onLeave } = props;
  const { ids } = selection;
  const { t } = useTranslation();
  const { size: count } = ids;
  const isIdle = disabled || count === 0;
  /** A permanent bar without a selection; a phone then has room for the checkbox and its label only. */
  const isAtRest = count === 0 && hint !== undefined;
  const shownCount = shown.filter((id) => ids.has(id)).length;
  const isAll = shown.length > 0 && shownCount === shown.length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The button that entered the mode unmounted with the focus.
    if (onLeave && document.activeElement === document.body) box.current?.focus();
  }, [onLeave]);
  useEffect(() => {
    if (box.current) box.current.indeterminate = shownCount > 0 && !isAll;
  }, [shownCount, isAll]);
  const hidden = count - shownCount;
  return (
    <section
      aria-label={t('selection')}
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline px-4 py-2',
        className,
      )}
    >
      {onLeave && (
        <IconButton
          icon={X}
          label={t('leaveSelection')}
          onClick={onLeave}
          className="-mx-2 size-8"
        />
      )}
      <label className="flex min-h-8 items-center gap-2">
        <input
          ref={box}
          type="checkbox"
          checked={isAll}
          disabled={disabled || shown.length === 0}
          onChange={(event) => selection.selectShown(event.target.checked)}
          className="size-4.5 accent-moss"
        />
        <span className={isAtRest ? undefined : 'max-sm:sr-only'}>{t('selectAllShown')}</span>
      </label>
      <p aria-live="polite" className="flex-auto tabular-nums">
        {isAtRest ? (
          <span className="text-small text-muted max-sm:hidden">{hint}</span>
        ) : (
          <span className="font-medium">{t('itemsSelected', { number: String(count) })}</span>
        )}
        {hidden > 0 && (
          <span className="ml-2 text-small text-muted">
            {t('selectedOutOfView', { number: String(hidden) })}
          </span>
        )}
      </p>
      <div
        className={classNames(
          '-ml-3 flex flex-wrap items-center gap-2',
          isAtRest
            ? 'max-sm:hidden'
            : 'max-sm:-mx-2.5 max-sm:w-[calc(100%+1.25rem)] max-sm:gap-1.5 max-sm:*:px-2.5',
        )}
      >
        <Button look="quiet" size="sm" disabled={isIdle} onClick={selection.clear}>
          {t('deselectAll')}
        </Button>
        <Button look="secondary" size="sm" disabled={isIdle} onClick={props.onEdit}>
          <Pencil className="size-4 max-sm:hidden" />
          {t('bulkEdit')}
        </Button>
        <Button look="danger" size="sm" disabled={isIdle} onClick={props.onDelete}>
          <Trash2 className="size-4 max-sm:hidden" />
          {remove}
        </Button>
        {props.children}
      </div>
    </section>
  );
}
