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
import { noSelection, selectionReducer } from './selection.ts';

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
  const { active } = state;

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
      const here =
        target === document.body || (target instanceof Node && page.current?.contains(target));
      if (!here || event.defaultPrevented) return;
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
    () => (state.ids.size === 0 ? nothing : all.filter(({ id }) => state.ids.has(id))),
    [all, state.ids],
  );
  return {
    active,
    ids: state.ids,
    items,
    select,
    selectShown,
    enter: useCallback(() => dispatch({ do: 'enter' }), []),
    leave: useCallback(() => dispatch({ do: 'leave' }), []),
    clear: useCallback(() => dispatch({ do: 'clear' }), []),
  };
}
