/** A choice of the person kept in this browser, such as the theme; storage may be blocked. */
import { useSyncExternalStore } from 'react';

export interface StoredChoice<T extends string> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/** A choice among `values` kept under `key`; the first value is the default. */
export function storedChoice<T extends string>(
  key: string,
  values: readonly [T, ...T[]],
  apply: (value: T) => void,
): StoredChoice<T> {
  const listeners = new Set<() => void>();
  const read = (): T => {
    try {
      const stored = localStorage.getItem(key);
      return values.find((value) => value === stored) ?? values[0];
    } catch {
      return values[0];
    }
  };
  let current = read();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      try {
        localStorage.setItem(key, value);
      } catch {
        // Kept for this page only.
      }
      apply(value);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The current value, and a re-render when it changes. */
export function useStoredChoice<T extends string>(choice: StoredChoice<T>): T {
  return useSyncExternalStore(choice.subscribe, choice.get);
}
