/** A choice of the person kept in this browser, such as the theme; storage may be blocked. */
import { createStore, type Store } from './store.ts';

/** A choice among `values` kept under `key`; the first value is the default. */
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
