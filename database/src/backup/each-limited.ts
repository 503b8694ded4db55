/** Does work on every entry, a few at a time; answers in their order. The first error ends it. */
export async function eachLimited<T, R>(
  atOnce: number,
  entries: readonly T[],
  work: (entry: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < entries.length; i = next++)
      try {
        results[i] = await work(entries[i] as T); // `i` is below the length
      } catch (error) {
        next = entries.length;
        throw error;
      }
  };
  // All lanes have ended when this returns: nobody writes any more where the caller tidies up.
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  const failed = lanes.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return results;
}
