import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/** A value outside React; `useStore` subscribes to it. */
export function createStore<T>(start: T): Store<T> {
  let current = start;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>({ subscribe, get }: Store<T>): T {
  return useSyncExternalStore(subscribe, get);
}

/** A choice such as the theme, stored under `key` in this browser; the first value is the default. */
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
        // Storage is blocked: kept for this page only.
      }
      apply(value);
      store.set(value);
    },
  };
}
