/**
 * What is chosen after a press on one of the ids (pure). With `from`, all between that one and this join in the order
 * of the way there; what was chosen before keeps its place.
 */
export function picked(
  chosen: readonly string[],
  ids: readonly string[],
  id: string,
  from: string | null,
): readonly string[] {
  const [start, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(id)];
  if (start < 0) return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  const way = ids.slice(Math.min(start, end), Math.max(start, end) + 1);
  const fresh = (end < start ? way.toReversed() : way).filter((one) => !chosen.includes(one));
  return [...chosen, ...fresh];
}
