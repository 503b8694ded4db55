/**
 * Returns a cache that calls `make` for an unknown key. It forgets everything once it holds `most` entries, which is
 * enough where keys recur.
 */
export function cacheOf<Key, Value extends NonNullable<unknown> | null>(most: number) {
  const known = new Map<Key, Value>();
  return (key: Key, make: () => Value): Value => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const made = make();
    known.set(key, made);
    return made;
  };
}
