import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { failureText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { sessionQuery } from '#lib/queries.ts';

/** Signs out: clears the user and all cached data, then goes to the sign-in page (spec §4 Session). */
export function useLogout() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => callApi('POST', '/api/auth/logout'),
    onSuccess: async () => {
      // Nobody first: the pages leave before the data under them does.
      client.setQueryData(sessionQuery.queryKey, null);
      await navigate('/login');
      client.removeQueries({
        predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0],
      });
      notify.success(t('loggedOut'));
    },
    onError: (error) => notify.error(t('error'), failureText('failedToLogout', error)),
  });
}
