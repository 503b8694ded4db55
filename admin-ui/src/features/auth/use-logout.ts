import { useTranslation } from 'react-i18next';
import { callApi } from '#lib/api.ts';
import { forgetDrafts } from '#lib/drafts.ts';
import { notify } from '#lib/notify.ts';
import { sessionQuery } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';

/** Clears the user and all cached data, then goes to the sign-in page (spec §4 Session). */
export function useLogout(goToSignIn: () => unknown) {
  const { t } = useTranslation();
  return useChange({
    call: () => callApi('POST', '/api/auth/logout'),
    failed: 'failedToLogout',
    onDone: async (_answer, _input, client) => {
      // The user first, so that pages unmount before their data is removed.
      client.setQueryData(sessionQuery.queryKey, null);
      await goToSignIn();
      client.removeQueries({
        predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0],
      });
      forgetDrafts();
      notify.success(t('loggedOut'));
    },
  });
}
