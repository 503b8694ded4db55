/** The one call that makes items of drafts (spec §7 media/bulk), over a line that may drop. */
import {
  type MediaInput,
  type MediaItem,
  mediaBulkCreated,
  mediaBulkPartial,
  mediaBulkRefused,
} from '@veldlicht/contract/media';
import { z } from 'zod';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { browserPorts, type UploadPorts } from '#lib/upload-ports.ts';
import { mayAskAgain, pauseMs } from '#lib/upload-rules.ts';

/** What became of each item that was sent, in order: null when it exists now, else why not. */
export type CreateOutcome = Array<string | null>;

export interface CreatePorts extends Pick<UploadPorts, 'wait' | 'isOnline' | 'online'> {
  /** Throws ApiError, or TypeError when no answer came. */
  post: (items: MediaInput[], signal: AbortSignal) => Promise<CreateOutcome>;
  list: (signal: AbortSignal) => Promise<Array<Pick<MediaItem, 'imageUrl' | 'title'>>>;
}

const answer = z.union([
  mediaBulkPartial,
  mediaBulkCreated.transform((a) => ({ ...a, failed: [] })),
]);

function outcomeOf(count: number, failed: Array<{ index: number; error: string }>): CreateOutcome {
  const reasons = new Map(failed.map(({ index, error }) => [index, error]));
  return Array.from({ length: count }, (_, index) => reasons.get(index) ?? null);
}

/** Sends the items. 201, 207 and a 400 with reasons all say what became of each. */
export async function postItems(
  items: MediaInput[],
  signal: AbortSignal,
  send: typeof fetch = fetch,
): Promise<CreateOutcome> {
  let refused: CreateOutcome | null = null;
  try {
    const { failed } = await callApi('POST', '/api/admin/media/bulk', {
      payload: { items },
      schema: answer,
      signal,
      // The reasons stand beside the error, which is all that an ApiError holds.
      fetch: async (...call) => {
        const response = await send(...call);
        if (response.status !== 400) return response;
        const read = mediaBulkRefused.safeParse(
          await response
            .clone()
            .json()
            .catch(() => null),
        );
        if (read.success) refused = outcomeOf(items.length, read.data.failed);
        return response;
      },
    });
    return outcomeOf(items.length, failed);
  } catch (error) {
    if (refused) return refused;
    throw error;
  }
}

const browserCreatePorts: CreatePorts = {
  ...browserPorts,
  post: postItems,
  list: (signal) =>
    callApi('GET', '/api/admin/media', {
      schema: z.array(z.object({ imageUrl: z.string(), title: z.string() })),
      signal,
    }),
};

interface CreateOptions {
  signal: AbortSignal;
  /** An earlier call got no answer: what it made must not be made again. */
  inDoubt: boolean;
  ports?: CreatePorts;
}

/** The same file under the same title: what a call without an answer has made. */
function itemKey({ imageUrl, title }: Pick<MediaItem, 'imageUrl' | 'title'>): string {
  return `${imageUrl}\n${title.trim()}`;
}

/**
 * Creates the items and says what became of each, in order. Waits for the line; after a call
 * without an answer it looks first at what is there. Throws ApiError or TypeError when nothing
 * can be said, the signal's reason when stopped.
 */
export async function createItems(
  items: MediaInput[],
  { signal, inDoubt, ports = browserCreatePorts }: CreateOptions,
): Promise<CreateOutcome> {
  const outcome: Array<string | null | undefined> = items.map(() => undefined);
  let doubt = inDoubt;
  for (let retries = 0; ; retries += 1) {
    if (!ports.isOnline()) await ports.online(signal);
    try {
      if (doubt) {
        const made = new Set((await ports.list(signal)).map(itemKey));
        for (const [index, item] of items.entries())
          if (made.has(itemKey(item))) outcome[index] = null;
      }
      const open = [...items.keys()].filter((index) => outcome[index] === undefined);
      const answers =
        open.length > 0
          ? await ports.post(
              open.flatMap((i) => items[i] ?? []),
              signal,
            )
          : [];
      for (const [n, index] of open.entries()) outcome[index] = answers[n] ?? null;
      return outcome.map((reason) => reason ?? null);
    } catch (error) {
      signal.throwIfAborted();
      const refusal = error instanceof ApiError ? error : null;
      // A busy server refuses before it begins; no answer says nothing.
      doubt ||= refusal === null || refusal.status >= 500;
      const delayMs = pauseMs(retries, refusal?.retryAfter);
      if (delayMs === null || !mayAskAgain(refusal?.status ?? null)) throw error;
      await ports.wait(delayMs, signal);
    }
  }
}
