import type { AdminCategory } from '@veldlicht/contract/category';
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useReorder } from './category-queries.ts';
import { numbered, placeByKey, withMoved } from './list-order.ts';

/** A move by keys is sent once the keys have rested this long, in milliseconds, or on leaving. */
const KEYS_REST_MS = 700;

/** A pointer this close to the upper or lower edge of the window scrolls it; the header is 56 px high. */
const EDGE_PX = 100;
/** Pixels per frame for each pixel that the pointer is within the edge. */
const SCROLL_SPEED = 0.25;

interface Follower {
  onMove: (clientY: number) => void;
  onEnd: (isCancelled: boolean) => void;
}

/**
 * Follows the pointer that pressed something until it lets go, or Escape gives up; scrolls the page at
 * its edges. The listeners are the window's: the pressed element may be moved in the document meanwhile.
 * Answers how to stop without an end.
 */
function followPointer({ pointerId, clientY }: PointerEvent, { onMove, onEnd }: Follower) {
  const listening = new AbortController();
  const { signal } = listening;
  let y = clientY;
  let frame = 0;
  const move = (event: Pick<globalThis.PointerEvent, 'pointerId' | 'clientY'>) => {
    if (event.pointerId !== pointerId) return;
    y = event.clientY;
    onMove(y);
  };
  const scroll = () => {
    const within = Math.min(0, y - EDGE_PX) + Math.max(0, y - (window.innerHeight - EDGE_PX));
    const before = window.scrollY;
    window.scrollBy(0, within * SCROLL_SPEED);
    if (window.scrollY !== before) onMove(y);
    frame = requestAnimationFrame(scroll);
  };
  const stop = () => {
    listening.abort();
    cancelAnimationFrame(frame);
  };
  const end = (isCancelled: boolean) => {
    stop();
    onEnd(isCancelled);
  };
  const release = (event: globalThis.PointerEvent) => {
    if (event.pointerId === pointerId) end(false);
  };
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', release, { signal });
  window.addEventListener('pointercancel', release, { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(true), { signal });
  frame = requestAnimationFrame(scroll);
  return stop;
}

interface ListOrderOptions {
  entries: readonly AdminCategory[];
  /** Says where an entry now stands. */
  announce: (entry: AdminCategory, position: number, total: number) => void;
}

/** A move that goes on: the order it began with, and the one it has come to. */
interface Move {
  start: readonly string[];
  ids: readonly string[];
}

/**
 * The order of a list while it is changed by pointer, keys or number. A drag and a run of key
 * presses each send the whole list once, at their end (spec §4 Reordering).
 */
export function useListOrder({ entries, announce }: ListOrderOptions) {
  const list = useRef<HTMLUListElement>(null);
  const reorder = useReorder();
  // The entries as a move found them: what arrives meanwhile waits until its end.
  const [held, setHeld] = useState<readonly AdminCategory[] | null>(null);
  /** The row under the pointer; `top` in pixels within the list. */
  const [dragged, setDragged] = useState<{ id: string; top: number } | null>(null);
  const move = useRef<Move | null>(null);
  const rest = useRef(0);
  const stopFollowing = useRef(() => {});
  const shown = held ?? entries;
  const ids = shown.map(({ id }) => id);

  const begin = (): Move => {
    window.clearTimeout(rest.current);
    move.current = { start: move.current?.start ?? ids, ids };
    return move.current;
  };
  const show = (current: Move, next: readonly string[]) => {
    current.ids = next;
    const byId = new Map(shown.map((entry) => [entry.id, entry]));
    setHeld(next.flatMap((id) => byId.get(id) ?? []));
  };
  const say = (entry: AdminCategory, order: readonly string[]) =>
    announce(entry, order.indexOf(entry.id) + 1, order.length);

  const send = useCallback(() => {
    window.clearTimeout(rest.current);
    const current = move.current;
    move.current = null;
    if (!current) return;
    const { start, ids: order } = current;
    const letGo = () => {
      if (!move.current) setHeld(null);
    };
    if (order.every((id, i) => id === start[i])) letGo();
    else void reorder({ updates: numbered(order), ids: order }).then(letGo);
  }, [reorder]);
  // Leaving the page is an end too.
  useEffect(
    () => () => {
      stopFollowing.current();
      send();
    },
    [send],
  );

  /** Drags the row of a pressed handle; `placeAt` tells which place is so many pixels down the list. */
  const onHandlePress = (
    entry: AdminCategory,
    event: PointerEvent,
    placeAt: (offset: number) => number,
  ) => {
    const row = event.currentTarget.closest('li')?.getBoundingClientRect();
    if (event.button !== 0 || dragged || !row) return;
    const current = begin();
    show(current, ids);
    const follow = (clientY: number) => {
      const listTop = list.current?.getBoundingClientRect().top ?? 0;
      const top = clientY - (event.clientY - row.top) - listTop;
      setDragged({ id: entry.id, top });
      const next = withMoved(current.ids, entry.id, placeAt(top + row.height / 2));
      if (next !== current.ids) show(current, next);
    };
    follow(event.clientY);
    stopFollowing.current = followPointer(event, {
      onMove: follow,
      onEnd: (isCancelled) => {
        setDragged(null);
        if (isCancelled) current.ids = current.start;
        else if (current.ids !== current.start) say(entry, current.ids);
        send();
      },
    });
  };

  const rowOf = (id: string) =>
    list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`);
  /** Shows a row that has moved, with the focus on a control of it. */
  const refocus = (id: string, control: 'handle' | 'position') => {
    const row = rowOf(id);
    row?.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  };

  const onHandleKey = (entry: AdminCategory, event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dragged) return;
    const place = placeByKey(event.key, ids.indexOf(entry.id), ids.length);
    if (place === null) return;
    event.preventDefault();
    const next = withMoved(ids, entry.id, place);
    say(entry, next);
    if (next === ids) return;
    const current = begin();
    flushSync(() => show(current, next));
    refocus(entry.id, 'handle');
    rest.current = window.setTimeout(send, KEYS_REST_MS);
  };

  /** Sends that one entry alone; beyond the end means the end (spec §4, product decisions §2). */
  const setPosition = async (entry: AdminCategory, position: number, keepFocus: boolean) => {
    const next = withMoved(ids, entry.id, position - 1);
    say(entry, next);
    await reorder({ updates: [{ id: entry.id, sortOrder: position }], ids: next });
    if (!keepFocus) return;
    // After React has shown the new order; whoever has gone elsewhere by then stays there.
    window.setTimeout(() => {
      const { activeElement } = document;
      if (activeElement === document.body || rowOf(entry.id)?.contains(activeElement))
        refocus(entry.id, 'position');
    });
  };

  return {
    list,
    shown,
    dragged,
    onHandlePress,
    onHandleKey,
    onHandleBlur: () => {
      if (!dragged) send();
    },
    setPosition,
  };
}
