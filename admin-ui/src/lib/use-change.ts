import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlainTextKey } from '#i18n/en.ts';
import { failureText, refusalText } from '#i18n/failure-text.ts';
import { ApiError } from './api.ts';
import { notify } from './notify.ts';

export interface Change<Input, Answer> {
  call: (input: Input, client: QueryClient) => Promise<Answer>;
  /** Said when it is done; without it `onDone` says more. */
  done?: PlainTextKey;
  /** What failed, said with the reason; without it `onRefused` says so. */
  failed?: PlainTextKey;
  /** The reason alone is said where the server gave one (spec §8). */
  isReasonEnough?: boolean | ((error: ApiError) => boolean);
  /** What is asked for again: afterwards, and after a failure, because somebody else may have been first. */
  refresh?: (client: QueryClient) => Promise<unknown>;
  /** Its input or answer leaves the memory with the page. */
  isSecret?: boolean;
  /**
   * Shown before it is answered; what it answers takes that back. Such changes wait for each other by the
   * name of their queue: what was chosen last also arrives last, and the last one refreshes.
   */
  show?: { queue: string; now: (input: Input, client: QueryClient) => Promise<() => void> };
  onDone?: (answer: Answer, input: Input, client: QueryClient) => unknown;
  onRefused?: (error: Error, client: QueryClient) => void;
  /** True for a refusal that is not to be told of here. */
  isToldElsewhere?: (error: Error) => boolean;
}

/**
 * A call that changes something, told of in a notice. One at a time: `isPending` is true one render later
 * than the second press of a double click.
 */
export function useChange<Answer, Input = void>(change: Change<Input, Answer>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const busy = useRef(false);
  const tell = (failed: PlainTextKey, error: Error) => {
    const { isReasonEnough: enough } = change;
    const isEnough =
      typeof enough === 'function' ? error instanceof ApiError && enough(error) : enough;
    notify.error(t('error'), isEnough ? refusalText(failed, error) : failureText(failed, error));
  };
  const { show } = change;
  const mutationKey = show && [show.queue];
  const refresh = async () => {
    if (!mutationKey || client.isMutating({ mutationKey }) === 1) await change.refresh?.(client);
  };
  const mutation = useMutation({
    mutationFn: (input: Input) => change.call(input, client),
    ...(show && { mutationKey, scope: { id: show.queue } }),
    onMutate: (input) => show?.now(input, client),
    ...(change.isSecret && { gcTime: 0 }),
    onSuccess: async (answer, input) => {
      if (change.done) notify.success(t(change.done));
      await change.onDone?.(answer, input, client);
      await refresh();
    },
    onError: async (error, _input, takeBack) => {
      takeBack?.();
      if (change.failed && !change.isToldElsewhere?.(error)) tell(change.failed, error);
      change.onRefused?.(error, client);
      await refresh();
    },
    onSettled: () => {
      busy.current = false;
    },
  });
  const { mutate: send } = mutation;
  const isQueued = show !== undefined;
  const mutate = useCallback<typeof send>(
    (...args) => {
      if (busy.current && !isQueued) return;
      busy.current = true;
      send(...args);
    },
    [send, isQueued],
  );
  return { ...mutation, mutate };
}
