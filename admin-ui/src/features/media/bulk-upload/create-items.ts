/** The one call that makes items of drafts (spec §7 media/bulk), over a line that may drop. */
import {
  type MediaInput,
  mediaBulkCreated,
  mediaBulkPartial,
  mediaBulkRefused,
} from '@veldlicht/contract/media';
import { z } from 'zod';
import { callApi } from '#lib/api.ts';
import { browserLine, type LinePorts, overLine, persist } from '#lib/line.ts';

/** What became of each item that was sent, in order: null when it exists now, else why not. */
export type CreateOutcome = Array<string | null>;

export interface CreatePorts extends LinePorts {
  /** Throws ApiError, or TypeError when no answer came. */
  post: (items: MediaInput[], signal: AbortSignal) => Promise<CreateOutcome>;
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
  ...browserLine,
  post: (items, stop) => overLine(stop, (signal) => postItems(items, signal)),
};

/**
 * Creates the items and says what became of each, in order. Their keys make it safe to ask again when an
 * answer was lost. Throws ApiError or TypeError when nothing can be said, the signal's reason when stopped.
 */
export function createItems(
  items: MediaInput[],
  signal: AbortSignal,
  ports: CreatePorts = browserCreatePorts,
): Promise<CreateOutcome> {
  return persist(() => ports.post(items, signal), { signal, ports });
}
