/** Keywords of files that somebody turned down, folded. */
import { declinedKeywords } from '@veldlicht/contract/category';
import { callApi } from './api.ts';
import { apiQuery } from './session.ts';
import { useChange } from './use-change.ts';

export const declinedQuery = apiQuery(declinedKeywords, '/api/admin/declined-keywords');

/** Sets a word aside: it is neither proposed nor filled in any more. */
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
