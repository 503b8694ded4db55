/** Orders of a list as lists of ids (pure; product decisions §2). */

/** The order with one id moved to a position from 1 on; beyond the end means the end. */
export function withMoved(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, position - 1), id, ...others.slice(position - 1)];
}

/** The ids in the order asked for, or null when they are not exactly this list numbered 1 to n. */
export function wholeOrder(
  ids: readonly string[],
  updates: ReadonlyArray<{ id: string; sortOrder: number }>,
): string[] | null {
  if (updates.length !== ids.length) return null;
  const known = new Set(ids);
  const asked: string[] = [];
  for (const { id, sortOrder } of updates) {
    if (!known.delete(id) || sortOrder > ids.length) return null;
    asked[sortOrder - 1] = id;
  }
  // Distinct positions from 1 to n (the schema refuses repeats) leave no gap.
  return asked.filter((id) => id !== undefined).length === ids.length ? asked : null;
}
