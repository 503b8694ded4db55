import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/** A value outside of the components; `useStore` follows it. */
export function createStore<T>(start: T): Store<T> {
  let current = start;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const tell of listeners) tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The current value, and a re-render when it changes. */
export function useStore<T>({ subscribe, get }: Store<T>): T {
  return useSyncExternalStore(subscribe, get);
}

/**
 * A choice of the person among `values`, such as the theme, kept in this browser under `key`; the first value is
 * the default, also where storage is blocked.
 */
export function storedChoice<T extends string>(
  key: string,
  values: readonly [T, ...T[]],
  apply: (value: T) => void,
): Store<T> {
  const read = (): T => {
    try {
      const stored = localStorage.getItem(key);
      return values.find((value) => value === stored) ?? values[0];
    } catch {
      return values[0];
    }
  };
  const store = createStore(read());
  return {
    ...store,
    set: (value) => {
      try {
        localStorage.setItem(key, value);
      } catch {
        // Kept for this page only.
      }
      apply(value);
      store.set(value);
    },
  };
}
