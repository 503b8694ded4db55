import type { AdminCategory } from '@veldlicht/contract/category';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Drag, placeByKey, withMoved } from '#lib/list-moves.ts';
import { useDrag } from '#lib/use-drag.ts';
import { useReorder } from './category-queries.ts';
import { numbered } from './list-order.ts';

/** Delay after the last key press before a move is sent, in milliseconds; leaving sends it too. */
const KEYS_REST_MS = 700;

interface ListOrderOptions {
  entries: readonly AdminCategory[];
  enabled: boolean;
  /** Announces the new position of an entry. */
  announce: (entry: AdminCategory, position: number, total: number) => void;
}

/** An unfinished move: the order at its start, and the current one. */
interface Move {
  id: string;
  start: readonly string[];
  ids: readonly string[];
}

/** Reorders a list by pointer, keys or number. A drag or a run of key presses sends the whole list once (spec §4). */
export function useListOrder(options: ListOrderOptions) {
  const { entries, enabled, announce } = options;
  const list = useRef<HTMLUListElement>(null);
  const { mutate: reorder } = useReorder();
  // The entries during a move; updates wait until its end.
  const [held, setHeld] = useState<readonly AdminCategory[] | null>(null);
  const [dragged, setDragged] = useState<Drag | null>(null);
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
    if (order.every((id, i) => id === start[i])) setHeld(null);
    else reorder({ updates: numbered(order), ids: order });
  };

  const drop = () => {
    const current = move.current;
    if (current && dragged) show(current, withMoved(ids, current.id, dragged.over));
    setDragged(null);
  };

  const drag = useDrag({
    list,
    enabled,
    onPress: (id, height) => {
      const from = ids.indexOf(id);
      begin(id);
      setHeld(shown);
      setDragged({ from, over: from, height });
    },
    onOver: (over) => setDragged((last) => (last && last.over !== over ? { ...last, over } : last)),
    onDrop: drop,
    onCancel: () => {
      if (move.current) show(move.current, move.current.start);
      setDragged(null);
    },
    onEnd: () => {
      drop();
      const current = move.current;
      if (current?.ids.some((id, i) => id !== current.start[i])) say(current.id, current.ids);
      send();
    },
  });

  /** Focuses a control of a row whose element may be new. */
  const refocus = (id: string, control: 'handle' | 'position') => {
    const row = list.current?.querySelector(`[data-swapy-item="${CSS.escape(id)}"]`);
    row?.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus();
  };

  /** Id of an entry whose position field keeps the focus. */
  const focusAfter = useRef<string | null>(null);
  // The list was updated: with the new order, or after a refusal with the old one.
  useEffect(() => {
    if (!move.current) setHeld(null);
    // Unless the focus has moved in the meantime.
    if (focusAfter.current && document.activeElement === document.body)
      refocus(focusAfter.current, 'position');
    focusAfter.current = null;
  }, [entries]);

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
  // Leaving the page sends an unfinished move.
  useEffect(() => () => latestSend.current(), []);

  /** Sends one entry; a position beyond the end means the end (spec §4). */
  const setPosition = (entry: AdminCategory, position: number, keepFocus: boolean) => {
    const next = withMoved(ids, entry.id, position - 1);
    say(entry.id, next);
    focusAfter.current = keepFocus ? entry.id : null;
    reorder({ updates: [{ id: entry.id, sortOrder: position }], ids: next });
  };

  return {
    list,
    shown,
    dragged,
    onPointerDownCapture: drag.onPointerDownCapture,
    onHandleKey,
    onHandleBlur: () => {
      if (!drag.isDragging()) send();
    },
    setPosition,
  };
}
