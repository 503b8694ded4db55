import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { publishState, type ReleaseRecord, releaseRecord } from '@veldlicht/contract/publishing';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { languageChoice } from '#i18n/i18n.ts';
import { serverText } from '#i18n/server-text.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { publishStateQuery } from '#lib/queries.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { momentText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';
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
  const state = useQuery(publishStateQuery).data;
  const [asked, setAsked] = useState<ReleaseRecord | null>(null);
  const ask = useChange({
    call: ({ id }: ReleaseRecord) =>
      callApi('POST', `/api/publishing/releases/${encodeURIComponent(id)}/restore`, {
        schema: publishState,
      }),
    failed: 'failedToRestore',
    isReasonEnough: true,
    onDone: async (_state, release, client) => {
      await client.invalidateQueries(publishStateQuery);
      setAsked(release);
    },
    onRefused: (_error, client) =>
      void client.invalidateQueries({ queryKey: ['/api/publishing/releases'] }),
  });
  const restoring = state?.restoring ?? null;
  const restoreError = state?.restoreError ?? null;
  useEffect(() => {
    if (!asked || restoring !== null) return;
    setAsked(null);
    if (restoreError === null) notify.success(t('restoreDone', { time: timeOf(asked) }));
    else notify.error(t('restoreFailed'), serverText(restoreError));
  }, [asked, restoring, restoreError, t, timeOf]);
  return { ask, restoring };
}

const refreshState = (client: QueryClient) => client.invalidateQueries(publishStateQuery);

/** Publishes again after a failure. */
export function useRetryPublish() {
  return useChange({
    call: () => callApi('POST', '/api/publishing/retry'),
    failed: 'failedToRetryPublish',
    refresh: refreshState,
  });
}

/** Ends the showing of an older version. */
export function usePublishNewest() {
  return useChange({
    call: () => callApi('POST', '/api/publishing/newest'),
    failed: 'failedToPublishNewest',
    refresh: refreshState,
  });
}
