import type { AdminCategory } from '@veldlicht/contract/category';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useReorder } from './category-queries.ts';
import { numbered, placeByKey, withMoved } from './list-order.ts';
import { useDrag } from './use-drag.ts';

/** A move by keys is sent once the keys have rested this long, in milliseconds, or on leaving. */
const KEYS_REST_MS = 700;

interface ListOrderOptions {
  entries: readonly AdminCategory[];
  enabled: boolean;
  /** Says where an entry now stands. */
  announce: (entry: AdminCategory, position: number, total: number) => void;
  /** A handle is pressed by a pointer, and let go of. */
  onPress: (id: string) => void;
  onRelease: () => void;
}

/** A move that goes on: the order it began with, and the one it has come to. */
interface Move {
  id: string;
  start: readonly string[];
  ids: readonly string[];
  /** Given up: nothing moves any more, and nothing is sent. */
  cancelled?: boolean;
}

/**
 * The order of a list while it is changed by pointer, keys or number. A drag and a run of key
 * presses each send the whole list once, at their end (spec §4 Reordering).
 */
export function useListOrder(options: ListOrderOptions) {
  const { entries, enabled, announce, onPress, onRelease } = options;
  const list = useRef<HTMLUListElement>(null);
  const { mutate: reorder } = useReorder();
  // The entries as a move found them: what arrives meanwhile waits until its end.
  const [held, setHeld] = useState<readonly AdminCategory[] | null>(null);
  const move = useRef<Move | null>(null);
  const rest = useRef(0);
  const shown = held ?? entries;
  const ids = shown.map(({ id }) => id);

  const begin = (id: string): Move => {
    window.clearTimeout(rest.current);
    move.current = { id, start: move.current?.start ?? ids, ids };
    return move.current;
  };

  const show = (current: Move, next: readonly string[]) => {
    current.ids = next;
    const byId = new Map(shown.map((entry) => [entry.id, entry]));
    setHeld(next.flatMap((id) => byId.get(id) ?? []));
  };

  const say = (id: string, order: readonly string[]) => {
    const entry = shown.find((one) => one.id === id);
    if (entry) announce(entry, order.indexOf(id) + 1, order.length);
  };

  const send = () => {
    window.clearTimeout(rest.current);
    const current = move.current;
    move.current = null;
    if (!current) return;
    const { start, ids: order } = current;
    const letGo = () => {
      if (!move.current) setHeld(null);
    };
    if (order.every((id, i) => id === start[i])) letGo();
    else reorder({ updates: numbered(order), ids: order, onShown: letGo });
  };

  const drag = useDrag({
    list,
    enabled,
    onPress,
    onRelease,
    onStart: (id) => {
      begin(id);
      setHeld(shown);
    },
    onOver: (id, place) => {
      const current = move.current;
      if (current?.id !== id || current.cancelled) return;
      show(current, withMoved(current.ids, id, place));
    },
    onCancel: () => {
      const current = move.current;
      if (current) move.current = { ...current, ids: current.start, cancelled: true };
    },
    onEnd: () => {
      const current = move.current;
      if (current && current.ids !== current.start) say(current.id, current.ids);
      send();
    },
  });

  /** Puts the focus on a control of a row that React may have made anew. */
  const refocus = (id: string, control: 'handle' | 'position') => {
    const row = list.current?.querySelector(`[data-swapy-item="${CSS.escape(id)}"]`);
    row?.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus();
  };

  const onHandleKey = (entry: AdminCategory, event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || drag.isDragging()) return;
    const place = placeByKey(event.key, ids.indexOf(entry.id), ids.length);
    if (place === null) return;
    event.preventDefault();
    const next = withMoved(ids, entry.id, place);
    say(entry.id, next);
    if (next === ids) return;
    const current = begin(entry.id);
    flushSync(() => show(current, next));
    refocus(entry.id, 'handle');
    rest.current = window.setTimeout(() => latestSend.current(), KEYS_REST_MS);
  };

  const latestSend = useRef(send);
  latestSend.current = send;
  // Leaving the page is an end too.
  useEffect(() => () => latestSend.current(), []);

  /** Sends that one entry alone; beyond the end means the end (spec §4, product decisions §2). */
  const setPosition = (entry: AdminCategory, position: number, keepFocus: boolean) => {
    const next = withMoved(ids, entry.id, position - 1);
    say(entry.id, next);
    // After React has shown the new order; whoever has gone elsewhere by then stays there.
    const stay = () =>
      window.setTimeout(() => {
        if (document.activeElement === document.body) refocus(entry.id, 'position');
      });
    reorder({
      updates: [{ id: entry.id, sortOrder: position }],
      ids: next,
      ...(keepFocus && { onShown: stay }),
    });
  };

  return {
    list,
    shown,
    onPointerDownCapture: drag.onPointerDownCapture,
    onHandleKey,
    onHandleBlur: () => {
      if (!drag.isDragging()) send();
    },
    setPosition,
  };
}
