import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { begin, edited, type History, historyKey, redone, undone } from './undo.ts';

/**
 * Undo and redo of a whole form, on Ctrl+Z in fields too, since the browser's undo misses edits that were not typed.
 * Typing in one field until it is left is one edit.
 */
export function useUndo<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  /** A dialog has the keys. */
  isAsking: boolean,
) {
  const { getValues, reset, watch } = form;
  const [history, setHistory] = useState<History<In>>(() => begin(structuredClone(getValues())));
  const latest = useRef(history);
  const put = (next: History<In>) => {
    latest.current = next;
    setHistory(next);
  };
  /** Tag of the next edit; undefined: the name of its field. */
  const tag = useRef<string | null | undefined>(undefined);
  const show = useRef(put);
  show.current = put;

  useEffect(() => {
    const { unsubscribe } = watch((_values, { name }) => {
      // `reset` by undo or redo has no name.
      if (name === undefined) return;
      const of = tag.current === undefined ? name : tag.current;
      tag.current = undefined;
      show.current(edited(latest.current, structuredClone(getValues()), of));
    });
    return unsubscribe;
  }, [watch, getValues]);

  const step = (move: (last: History<In>) => History<In>) => {
    const next = move(latest.current);
    if (next.now !== latest.current.now) reset(next.now, { keepDefaultValues: true });
    show.current(next);
  };
  const undo = () => step(undone);
  const redo = () => step(redone);
  const keys = useRef({ undo, redo });
  keys.current = { undo, redo };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = historyKey(event);
      if (!key || isAsking) return;
      event.preventDefault();
      keys.current[key]();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isAsking]);

  return {
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Tags the next edit; null: it is undone alone. */
    name: (of: string | null) => {
      tag.current = of;
    },
    /** Ends the present edit. */
    rest: () => put({ ...latest.current, tag: null }),
  };
}
