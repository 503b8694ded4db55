/** Which items of the media page are selected, and the keys that select them. */
import type { MediaItem } from '@veldlicht/contract/media';
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react';

export interface Selection {
  /** Selection mode: pictures are pressed to select them. */
  active: boolean;
  ids: ReadonlySet<string>;
  /** The last one pressed by itself: where a range begins. */
  anchor: string | null;
}

export type SelectionAction =
  | { do: 'enter' }
  | { do: 'leave' }
  | { do: 'clear' }
  /** `range`: with Shift, all between the last one and this one, in the order shown. */
  | { do: 'set'; id: string; on: boolean; range: boolean; shown: readonly string[] }
  | { do: 'setAll'; on: boolean; shown: readonly string[] };

export const noSelection: Selection = { active: false, ids: new Set(), anchor: null };

/** The ids from one to the other, both included; only the second when the first is not shown. */
function idsBetween(shown: readonly string[], from: string | null, to: string): string[] {
  const [a, b] = [from === null ? -1 : shown.indexOf(from), shown.indexOf(to)];
  if (a < 0 || b < 0) return [to];
  return shown.slice(Math.min(a, b), Math.max(a, b) + 1);
}

function switched(ids: ReadonlySet<string>, changed: readonly string[], on: boolean): Set<string> {
  if (on) return new Set([...ids, ...changed]);
  const off = new Set(changed);
  return new Set([...ids].filter((id) => !off.has(id)));
}

/** Selecting anything enters the mode; only leaving it forgets what was selected. */
export function selectionReducer(state: Selection, action: SelectionAction): Selection {
  switch (action.do) {
    case 'enter':
      return { ...state, active: true };
    case 'leave':
      return noSelection;
    case 'clear':
      return { ...noSelection, active: state.active };
    case 'setAll':
      return { ...state, active: true, ids: switched(state.ids, action.shown, action.on) };
    case 'set': {
      const from = action.range ? state.anchor : null;
      const changed = idsBetween(action.shown, from, action.id);
      return { active: true, ids: switched(state.ids, changed, action.on), anchor: action.id };
    }
  }
}

const nothing: readonly MediaItem[] = [];
const idsOf = (items: readonly MediaItem[]) => items.map(({ id }) => id);

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea');
}

/**
 * Selection mode of the media page: Escape leaves it, Ctrl/Cmd+A takes all that is shown. Keys
 * count within `page` only: a dialog over it has its own.
 */
export function useSelection(
  page: RefObject<HTMLElement | null>,
  all: readonly MediaItem[],
  shown: readonly MediaItem[],
) {
  const [state, dispatch] = useReducer(selectionReducer, noSelection);
  const { active, ids } = state;

  // The cards keep one function for good; what is shown changes at each keystroke in the search.
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  });
  const select = useCallback(
    (id: string, on: boolean, range: boolean) =>
      dispatch({ do: 'set', id, on, range, shown: idsOf(latest.current) }),
    [],
  );
  const selectShown = useCallback(
    (on: boolean) => dispatch({ do: 'setAll', on, shown: idsOf(latest.current) }),
    [],
  );

  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const isHere =
        target === document.body || (target instanceof Node && page.current?.contains(target));
      if (!isHere || event.defaultPrevented) return;
      if (event.key === 'Escape') dispatch({ do: 'leave' });
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
    enter: useCallback(() => dispatch({ do: 'enter' }), []),
    leave: useCallback(() => dispatch({ do: 'leave' }), []),
    clear: useCallback(() => dispatch({ do: 'clear' }), []),
  };
}
