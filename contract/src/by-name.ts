/** Keep the types of keys, which `Object.fromEntries` and `filter` lose. */

/** An object with a value for each name. */
export function objectOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

/** The named properties of an object, in the order of the names. */
export function pick<Whole, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}

/** The names except those of `left`. */
export function without<Name extends string, Left extends Name>(
  names: readonly Name[],
  left: readonly Left[],
): Exclude<Name, Left>[] {
  return names.filter((name) => !left.some((one) => one === name)) as Exclude<Name, Left>[];
}
