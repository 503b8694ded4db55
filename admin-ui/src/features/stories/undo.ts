/** Undo and redo (pure). */

export interface History<Value> {
  past: readonly Value[];
  now: Value;
  future: readonly Value[];
  /** Edits with the same tag are undone as one; null: alone. */
  tag: string | null;
}

export function begin<Value>(now: Value): History<Value> {
  return { past: [], now, future: [], tag: null };
}

/** `tag`: the field typed in, or the piece moved step by step. */
export function edited<Value>(
  history: History<Value>,
  now: Value,
  tag: string | null = null,
): History<Value> {
  if (now === history.now) return history;
  const goesOn = tag !== null && tag === history.tag;
  const past = goesOn ? history.past : [...history.past, history.now];
  return { past, now, future: [], tag };
}

export function undone<Value>({ past, now, future }: History<Value>): History<Value> {
  const before = past.at(-1);
  if (before === undefined) return { past, now, future, tag: null };
  return { past: past.slice(0, -1), now: before, future: [now, ...future], tag: null };
}

export function redone<Value>({ past, now, future }: History<Value>): History<Value> {
  const [after, ...rest] = future;
  if (after === undefined) return { past, now, future, tag: null };
  return { past: [...past, now], now: after, future: rest, tag: null };
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

export function historyKey(event: Keys): 'undo' | 'redo' | null {
  if (!event.ctrlKey && !event.metaKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}
