import { useQuery } from '@tanstack/react-query';
import { type ContactSubmission, contactSubmission } from '@veldlicht/contract/contact';
import type { ReplyInput } from '@veldlicht/contract/reply';
import { ApiError, callApi } from '#lib/api.ts';
import { contactsQuery } from '#lib/queries.ts';
import { useChange } from '#lib/use-change.ts';
import { contactPath, refreshContacts } from './contact-queries.ts';

/** Someone else has replied in the meantime; the user is asked what to do instead of seeing an error. */
export const isAnswered = (error: unknown) =>
  error instanceof ApiError && error.code === 'changed_meanwhile';

interface Sent {
  input: ReplyInput;
  /** Version when the user started writing; undefined sends regardless. */
  etag: string | undefined;
}

export function useSendReply({ id }: Pick<ContactSubmission, 'id'>) {
  return useChange({
    call: ({ input, etag }: Sent) =>
      callApi('POST', `${contactPath(id)}/replies`, {
        payload: input,
        schema: contactSubmission,
        ...(etag !== undefined && { ifMatch: etag }),
      }),
    failed: 'failedToReply',
    isShownElsewhere: isAnswered,
    refresh: refreshContacts,
    onDone: (answered, _sent, client) =>
      client.setQueryData(contactsQuery.queryKey, (contacts) =>
        contacts?.map((one) => (one.id === id ? answered : one)),
      ),
  });
}

const LOOK_EVERY_MS = 2000;

/** Polls while an open message has unsent replies. */
export function useReplyProgress({ replies }: Pick<ContactSubmission, 'replies'>): void {
  const waiting = replies.filter(({ state }) => state === 'waiting');
  // A failed reply is retried after a minute at the earliest.
  const everyMs = waiting.some(({ problem }) => problem === null) ? LOOK_EVERY_MS : 30_000;
  useQuery({ ...contactsQuery, refetchInterval: waiting.length > 0 && everyMs });
}
