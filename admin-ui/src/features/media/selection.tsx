/** Which items of the media page are selected, the keys that select them, and the bar that says so. */
import type { MediaItem } from '@veldlicht/contract/media';
import { Pencil, Trash2, X } from 'lucide-react';
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#components/ui/button.tsx';

/** Selecting anything enters the mode; only leaving it forgets what was selected. */
export interface SelectionState {
  /** Selection mode: pictures are pressed to select them. */
  active: boolean;
  ids: ReadonlySet<string>;
  /** The last one pressed by itself: where a range begins. */
  anchor: string | null;
}

export const noSelection: SelectionState = { active: false, ids: new Set(), anchor: null };

/** Selects these, or takes them off. */
export function switched(
  state: SelectionState,
  changed: readonly string[],
  on: boolean,
): SelectionState {
  const off = new Set(on ? [] : changed);
  const ids = [...state.ids, ...(on ? changed : [])].filter((id) => !off.has(id));
  return { ...state, active: true, ids: new Set(ids) };
}

/** One is pressed. `range`: with Shift, all between the last one and this one, in the order shown. */
export function pressed(
  state: SelectionState,
  { id, on, range }: { id: string; on: boolean; range: boolean },
  shown: readonly string[],
): SelectionState {
  const places = [state.anchor ?? '', id].map((one) => shown.indexOf(one));
  const [from, to] = [Math.min(...places), Math.max(...places)];
  const changed = range && from >= 0 ? shown.slice(from, to + 1) : [id];
  return { ...switched(state, changed, on), anchor: id };
}

const nothing: readonly MediaItem[] = [];
const idsOf = (items: readonly MediaItem[]) => items.map(({ id }) => id);

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea');
}

export type Selection = ReturnType<typeof useSelection>;

/**
 * Selection mode of the media page: Escape leaves it, Ctrl/Cmd+A takes all that is shown. Keys
 * count within `page` only: a dialog over it has its own.
 */
export function useSelection(
  page: RefObject<HTMLElement | null>,
  all: readonly MediaItem[],
  shown: readonly MediaItem[],
) {
  const [state, setState] = useState(noSelection);
  const { active, ids } = state;

  // The cards keep one function for good; what is shown changes at each keystroke in the search.
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  });
  const select = useCallback(
    (id: string, on: boolean, range: boolean) =>
      setState((last) => pressed(last, { id, on, range }, idsOf(latest.current))),
    [],
  );
  const selectShown = useCallback(
    (on: boolean) => setState((last) => switched(last, idsOf(latest.current), on)),
    [],
  );

  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const isHere =
        target === document.body || (target instanceof Node && page.current?.contains(target));
      if (!isHere || event.defaultPrevented) return;
      if (event.key === 'Escape') setState(noSelection);
      else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && !isTyping(target)) {
        event.preventDefault();
        selectShown(true);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [active, page, selectShown]);

  // What somebody else deleted meanwhile is not counted.
  const items = useMemo(
    () => (ids.size === 0 ? nothing : all.filter(({ id }) => ids.has(id))),
    [all, ids],
  );
  return {
    active,
    ids,
    items,
    select,
    selectShown,
    enter: () => setState((last) => ({ ...last, active: true })),
    leave: () => setState(noSelection),
    clear: () => setState({ ...noSelection, active: true }),
  };
}

interface SelectionBarProps {
  selection: Selection;
  /** The items in the grid now. */
  shown: readonly MediaItem[];
  onEdit: () => void;
  onDelete: () => void;
}

/** What can be done with the selection; stays in view (spec §2 Media management, Selection mode). */
export function SelectionBar({ selection, shown, onEdit, onDelete }: SelectionBarProps) {
  const { ids, items } = selection;
  const { t } = useTranslation();
  const { length: count } = items;
  const shownCount = shown.filter(({ id }) => ids.has(id)).length;
  const isAll = shown.length > 0 && shownCount === shown.length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Entered by the button that is gone now, rather than by a card.
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  useEffect(() => {
    if (box.current) box.current.indeterminate = shownCount > 0 && !isAll;
  }, [shownCount, isAll]);
  const hidden = count - shownCount;
  return (
    <section
      aria-label={t('selection')}
      className="sticky top-14 z-20 -mx-4 -my-2 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline bg-raised px-4 py-2 md:-mx-8 md:px-8"
    >
      <IconButton
        icon={X}
        label={t('leaveSelection')}
        onClick={selection.leave}
        className="-mx-2 size-8"
      />
      <label className="flex min-h-8 items-center gap-2">
        <input
          ref={box}
          type="checkbox"
          checked={isAll}
          disabled={shown.length === 0}
          onChange={(event) => selection.selectShown(event.target.checked)}
          className="size-[1.125rem] accent-moss"
        />
        <span className="max-sm:sr-only">{t('selectAllShown')}</span>
      </label>
      <p aria-live="polite" className="flex-auto tabular-nums">
        <span className="font-medium">{t('itemsSelected', { number: String(count) })}</span>
        {hidden > 0 && (
          <span className="ml-2 text-[0.8125rem] text-muted">
            {t('selectedOutOfView', { number: String(hidden) })}
          </span>
        )}
      </p>
      <div className="-ml-3 flex flex-wrap items-center gap-2 max-sm:-mx-2.5 max-sm:w-[calc(100%+1.25rem)] max-sm:gap-1.5 max-sm:*:px-2.5">
        <Button look="quiet" size="sm" disabled={count === 0} onClick={selection.clear}>
          {t('deselectAll')}
        </Button>
        <Button look="secondary" size="sm" disabled={count === 0} onClick={onEdit}>
          <Pencil className="size-4 max-sm:hidden" />
          {t('bulkEdit')}
        </Button>
        <Button look="danger" size="sm" disabled={count === 0} onClick={onDelete}>
          <Trash2 className="size-4 max-sm:hidden" />
          {t('deleteSelected')}
        </Button>
      </div>
    </section>
  );
}
