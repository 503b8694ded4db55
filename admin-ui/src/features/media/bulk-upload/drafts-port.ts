/** The calls that keep drafts on the server (decision 118). All throw ApiError or TypeError. */
import {
  type DraftFile,
  type DraftLot,
  type DraftPatch,
  draftList,
  goneDrafts,
  type Draft as StoredDraft,
} from '@veldlicht/contract/draft';
import { callApi } from '#lib/api.ts';

const PATH = '/api/admin/drafts';

export interface DraftsPort {
  list: () => Promise<StoredDraft[]>;
  /** Answers those that are drafts now. */
  create: (files: DraftFile[], lot: DraftLot) => Promise<StoredDraft[]>;
  /** Answers the ids of those that are no drafts any more. `isLeaving`: also when the page goes meanwhile. */
  change: (patches: DraftPatch[], isLeaving?: boolean) => Promise<string[]>;
  /** Also when the page goes meanwhile. */
  discard: (ids: string[]) => Promise<void>;
}

const outlivePage: typeof fetch = (path, init) => fetch(path, { ...init, keepalive: true });

export const draftsPort: DraftsPort = {
  list: async () => (await callApi('GET', PATH, { schema: draftList })).drafts,
  create: async (drafts, lot) =>
    (await callApi('POST', PATH, { payload: { drafts, lot }, schema: draftList })).drafts,
  change: async (drafts, isLeaving = false) => {
    const options = { payload: { drafts }, schema: goneDrafts };
    const { gone } = await callApi('PATCH', PATH, {
      ...options,
      ...(isLeaving && { fetch: outlivePage }),
    });
    return gone;
  },
  discard: (ids) => callApi('POST', `${PATH}/discard`, { payload: { ids }, fetch: outlivePage }),
};
