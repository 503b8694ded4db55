/** Calls of /api/admin/drafts (decision 024). All throw ApiError or TypeError. */
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
  /** Returns the drafts that exist now; files that became items are none. */
  create: (files: DraftFile[], lot: DraftLot) => Promise<StoredDraft[]>;
  /** Returns the ids of drafts that no longer exist. `isLeaving`: the request outlives the page. */
  change: (patches: DraftPatch[], isLeaving?: boolean) => Promise<string[]>;
  /** The request outlives the page. */
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
