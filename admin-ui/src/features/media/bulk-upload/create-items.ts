/** The one call that makes items of drafts (spec §7 media/bulk). */
import { type MediaInput, mediaBulkFailure, mediaBulkRefused } from '@veldlicht/contract/media';
import { z } from 'zod';
import { callApi } from '#lib/api.ts';
import { browserNetwork, failWhenOffline, untilAnswered } from '../upload/network-status.ts';

/** What became of each item that was sent, in order: null when it exists now, else why not. */
export type CreateOutcome = Array<string | null>;

/** 201 says only what was created, 207 and a 400 with reasons also what was not. */
const answer = z.object({ failed: z.array(mediaBulkFailure).default([]) });

/** A 400 that says of each item why it was refused is read as an answer: an error has no place for that. */
function withReasons(send: typeof fetch): typeof fetch {
  return async (...call) => {
    const response = await send(...call);
    if (response.status !== 400) return response;
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    return mediaBulkRefused.safeParse(body).success ? Response.json(body) : response;
  };
}

/**
 * Creates the items and says what became of each, in order. Their keys make it safe to ask again when an
 * answer was lost (decision 036). Throws ApiError or TypeError when nothing can be said, the signal's
 * reason when stopped.
 */
export async function createItems(
  items: MediaInput[],
  signal: AbortSignal,
  send: typeof fetch = fetch,
): Promise<CreateOutcome> {
  const post = (stop: AbortSignal) =>
    callApi('POST', '/api/admin/media/bulk', {
      payload: { items },
      schema: answer,
      signal: stop,
      fetch: withReasons(send),
    });
  const call = () => failWhenOffline(signal, post);
  const { failed } = await untilAnswered(call, { signal, network: browserNetwork });
  const reasons = new Map(failed.map(({ index, reason }) => [index, reason]));
  return items.map((_, index) => reasons.get(index) ?? null);
}
