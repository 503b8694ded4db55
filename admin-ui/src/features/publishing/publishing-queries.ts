import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { publishState, type ReleaseRecord, releaseRecord } from '@veldlicht/contract/publishing';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { failureText, refusalText } from '#i18n/failure-text.ts';
import { languageChoice } from '#i18n/i18n.ts';
import { serverText } from '#i18n/server-text.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { publishStateQuery } from '#lib/queries.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { momentText } from '#lib/time-text.ts';
import { publishWords } from './publish-words.ts';

/** The publish state in the words of the current language. */
export function usePublishWords(connected = true) {
  const { t } = useTranslation();
  const language = useStoredChoice(languageChoice);
  const { data } = useQuery(publishStateQuery);
  return publishWords(data, connected, t, (iso) => momentText(iso, language, new Date()));
}

const answer = z.array(releaseRecord);

/** The list of versions; asked for anew whenever the header hears of another one. */
export function useReleases() {
  const { data: state, isPending } = useQuery(publishStateQuery);
  return useQuery({
    queryKey: ['/api/publishing/releases', state?.releaseId, state?.latestAttempt],
    queryFn: ({ signal }) => callApi('GET', '/api/publishing/releases', { schema: answer, signal }),
    enabled: !isPending,
    placeholderData: keepPreviousData,
    // Forgotten with the page, so that each visit is fresh.
    gcTime: 0,
  });
}

/** Asks for another version; `timeOf` says the moment of one. Tells how it ended once it has. */
export function useRestore(timeOf: (release: ReleaseRecord) => string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const state = useQuery(publishStateQuery).data;
  const [asked, setAsked] = useState<ReleaseRecord | null>(null);
  const mutation = useMutation({
    mutationFn: ({ id }: ReleaseRecord) =>
      callApi('POST', `/api/publishing/releases/${encodeURIComponent(id)}/restore`, {
        schema: publishState,
      }),
    onSuccess: async (_state, release) => {
      await client.invalidateQueries(publishStateQuery);
      setAsked(release);
    },
    onError: (error) => {
      notify.error(t('error'), refusalText('failedToRestore', error));
      return client.invalidateQueries({ queryKey: ['/api/publishing/releases'] });
    },
  });
  const restoring = state?.restoring ?? null;
  const restoreError = state?.restoreError ?? null;
  useEffect(() => {
    if (!asked || restoring !== null) return;
    setAsked(null);
    if (restoreError === null) notify.success(t('restoreDone', { time: timeOf(asked) }));
    else notify.error(t('restoreFailed'), serverText(restoreError));
  }, [asked, restoring, restoreError, t, timeOf]);
  return { ask: mutation, restoring };
}

/** Publishes again after a failure. */
export function useRetryPublish() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi('POST', '/api/publishing/retry'),
    onSuccess: () => client.invalidateQueries(publishStateQuery),
    onError: (error) => notify.error(t('error'), failureText('failedToRetryPublish', error)),
  });
}
