import pLimit from 'p-limit';

/**
 * Does work on every entry, at most `limit` at a time and begun in their order; answers in that order. After
 * the first error nothing more is begun; it is thrown once everything under way has ended, so that nothing is
 * written behind the caller's back.
 */
export async function mapLimited<T, R>(
  entries: readonly T[],
  limit: number,
  work: (entry: T) => Promise<R>,
): Promise<R[]> {
  const queue = pLimit({ concurrency: limit, rejectOnClear: true });
  const runs = entries.map((entry) =>
    queue(work, entry).catch((error: unknown) => {
      queue.clearQueue();
      throw error;
    }),
  );
  await Promise.allSettled(runs);
  return Promise.all(runs);
}
