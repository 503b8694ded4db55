/** The calls of field notes, and what is asked for again after them. */
import type { QueryClient } from '@tanstack/react-query';
import {
  type NewStory,
  type StoryItem,
  type StoryPatch,
  storyItem,
  type TrashedStory,
  trashedStory,
} from '@veldlicht/contract/story';
import { TRASH_DAYS } from '@veldlicht/contract/trash';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { randomKey } from '#features/media/field-values.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { apiQuery } from '#lib/queries.ts';
import { refreshAll } from '#lib/query-client.ts';
import { changedOf, saveMerged } from '#lib/save-merged.ts';
import { useChange } from '#lib/use-change.ts';

const BASE = '/api/admin/notes';
const pathOf = (id: string) => `${BASE}/${encodeURIComponent(id)}`;
const trashPathOf = (id: string) => `${BASE}/trash/${encodeURIComponent(id)}`;
const etagOf = ({ updatedAt }: StoryItem) => `"${updatedAt}"`;

export const notesQuery = apiQuery(z.array(storyItem), BASE);
export const trashedNotesQuery = apiQuery(z.array(trashedStory), BASE, 'trash');

/** Of the trash too, whose address is below that of the list. */
const refresh = (client: QueryClient) =>
  refreshAll(client, notesQuery.queryKey, trashedNotesQuery.queryKey);

/** Creates a note, or sends what was changed of one that exists. */
export function useSaveNote(note: StoryItem | null) {
  // Saved again after an answer that was lost, it is still one note.
  const [key] = useState(randomKey);
  const update = (base: StoryItem, { positionAllowed, ...values }: NewStory) => {
    // Sent also when it was said before: it is about the positions that are in the texts now.
    const mine: StoryPatch = {
      ...changedOf(base, values),
      ...(positionAllowed !== undefined && { positionAllowed }),
    };
    if (Object.keys(mine).length === 0) return base;
    return saveMerged({
      base,
      mine,
      read: () => callApi('GET', pathOf(base.id), { schema: storyItem }),
      send: (payload, latest) =>
        callApi('PATCH', pathOf(base.id), { payload, ifMatch: etagOf(latest), schema: storyItem }),
    });
  };
  return useChange({
    call: async (values: NewStory) =>
      note
        ? update(note, values)
        : callApi('POST', BASE, { payload: { ...values, key }, schema: storyItem }),
    done: 'noteSaved',
    failed: 'failedToSaveNote',
    refresh,
  });
}

/** Notes come back from the trash as they were. */
export const useRestoreNote = () =>
  useChange({
    call: ({ id }: Pick<StoryItem, 'id'>) =>
      callApi('POST', `${trashPathOf(id)}/restore`, { schema: storyItem }),
    done: 'noteRestored',
    failed: 'failedToUndelete',
    refresh,
  });

export const usePurgeNote = () =>
  useChange({
    call: ({ id }: TrashedStory) => callApi('DELETE', trashPathOf(id)),
    done: 'notePurged',
    failed: 'failedToPurge',
    refresh,
  });

/** Moves a note to the trash; the notice can take it back. */
export function useDeleteNote() {
  const { t } = useTranslation();
  const undo = useRestoreNote();
  return useChange({
    call: (note: StoryItem) => callApi('DELETE', pathOf(note.id), { ifMatch: etagOf(note) }),
    failed: 'failedToDeleteNote',
    onDone: (_, note) =>
      notify.success(t('noteDeleted'), t('inTrash', { days: String(TRASH_DAYS) }), {
        label: t('undo'),
        onPress: () => undo.mutate(note),
      }),
    refresh,
  });
}
