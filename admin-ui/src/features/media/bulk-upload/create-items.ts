/** Creates items of drafts (spec §7 media/bulk). */
import { type MediaInput, mediaBulkFailure, mediaBulkRefused } from '@veldlicht/contract/media';
import { z } from 'zod';
import { callApi } from '#lib/api.ts';
import { browserNetwork, failWhenOffline, untilAnswered } from '../upload/network-status.ts';

/** By item, in the order sent: null if created, else the reason. */
export type CreateOutcome = Array<string | null>;

/** 201 lists only created items; 207 and a 400 with reasons list the failed too. */
const answer = z.object({ failed: z.array(mediaBulkFailure).default([]) });

/** Turns a 400 with a reason for each item into a success, as ApiError has no place for them. */
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
 * Creates the items, and retries after a lost answer, which their keys make safe (decision 024). Throws ApiError or
 * TypeError if the call as a whole failed, and the signal's reason when stopped.
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
