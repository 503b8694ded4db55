/**
 * Runs `work` over all items with at most `limit` under way. After a failure nothing new begins; it
 * is thrown once everything under way has ended, so that nobody writes on behind the caller's back.
 */
export async function eachLimited<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failed = false;
  const run = async () => {
    for (let next = queue.next(); !next.done && !failed; next = queue.next())
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
  };
  const results = await Promise.allSettled(Array.from({ length: limit }, run));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}
