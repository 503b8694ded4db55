import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { publishStateQuery } from '#lib/queries.ts';

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
