/** Keywords of files that are no longer proposed, in folded form. */
import { declinedKeywords } from '@veldlicht/contract/category';
import { callApi } from './api.ts';
import { apiQuery } from './session.ts';
import { useChange } from './use-change.ts';

export const declinedQuery = apiQuery(declinedKeywords, '/api/admin/declined-keywords');

/** Declines a word: it is no longer proposed or filled in. */
export function useDecline() {
  return useChange({
    call: (word: string) =>
      callApi('POST', '/api/admin/declined-keywords', {
        payload: { word },
        schema: declinedKeywords,
      }),
    failed: 'failedToDeclineKeyword',
    onDone: (answer, _, client) => client.setQueryData(declinedQuery.queryKey, answer),
  });
}
