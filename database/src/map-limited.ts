import pLimit from 'p-limit';

/**
 * Maps entries in order, at most `limit` at a time. After an error nothing more starts; it is thrown once all running
 * work has ended.
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
