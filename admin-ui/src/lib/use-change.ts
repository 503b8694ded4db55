import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlainTextKey } from '#i18n/en.ts';
import { failureText, refusalText } from '#i18n/failure-text.ts';
import { ApiError } from './api.ts';
import { notify } from './notify.ts';

export interface Change<Input, Answer> {
  call: (input: Input, client: QueryClient) => Promise<Answer>;
  /** Notice on success; without it `onDone` reports. */
  done?: PlainTextKey;
  /** Notice on failure, with the reason; without it `onRefused` reports. */
  failed?: PlainTextKey;
  /** Shows the server's reason alone if there is one (spec §8). */
  isReasonEnough?: boolean | ((error: ApiError) => boolean);
  /** Invalidates queries, also after a failure: someone else may have made the change. */
  refresh?: (client: QueryClient) => Promise<unknown>;
  /** Input and response are not cached. */
  isSecret?: boolean;
  /**
   * Optimistic update; `now` returns its rollback. Changes of one queue run in order, and the last one refreshes.
   */
  show?: { queue: string; now: (input: Input, client: QueryClient) => Promise<() => void> };
  onDone?: (answer: Answer, input: Input, client: QueryClient) => unknown;
  onRefused?: (error: Error, client: QueryClient) => void;
  /** True for an error that something else reports. */
  isShownElsewhere?: (error: Error) => boolean;
}

/**
 * A mutation with its notices. Ignores calls while one runs: `isPending` changes too late for a double click.
 */
export function useChange<Answer, Input = void>(change: Change<Input, Answer>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const busy = useRef(false);
  const notifyFailure = (failed: PlainTextKey, error: Error) => {
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
      if (change.failed && !change.isShownElsewhere?.(error)) notifyFailure(change.failed, error);
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
