/** Calls of field notes and series, which have the same API. */
import {
  type NewStory,
  type StoryItem,
  type StoryKind,
  storyItem,
  type TrashedStory,
  trashedStory,
} from '@veldlicht/contract/story';
import { TRASH_DAYS } from '@veldlicht/contract/trash';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { randomKey } from '#lib/random-key.ts';
import { type Resource, resource } from '#lib/resource.ts';
import { changedOf } from '#lib/save-merged.ts';
import { useChange } from '#lib/use-change.ts';
import { savedWords } from './saved-words.ts';

export type StoryWrite = Omit<NewStory, 'key'>;

/** Builds the calls of a kind; keys of its texts begin with its name. */
function storyCalls(kind: StoryKind, path: string, folder: string) {
  const stories: Resource<StoryItem> = resource({
    path,
    schema: storyItem,
    idOf: ({ id }) => id,
    etagOf: ({ updatedAt }) => `"${updatedAt}"`,
    words: {
      failedToCreate: `${kind}:failedToSave`,
      failedToUpdate: `${kind}:failedToSave`,
      failedToDelete: `${kind}:failedToDelete`,
    },
    isFresh: true,
    refresh: (client) => client.invalidateQueries(trash.list),
  });
  const { refresh } = stories;
  const trash: Resource<TrashedStory> = resource({
    path: `${path}/trash`,
    schema: trashedStory,
    idOf: ({ id }) => id,
    words: {
      deleted: `${kind}:purged`,
      failedToDelete: 'failedToPurge',
    },
    isFresh: true,
  });

  function useSave(story: StoryItem | null) {
    const { t } = useTranslation();
    // A retry after a lost answer creates no second story.
    const [key] = useState(randomKey);
    const publish = useChange({
      call: (draft: StoryItem) => stories.update(draft, { status: 'published' }),
      done: 'published',
      failed: `${kind}:failedToSave`,
      refresh,
    });
    return stories.useSave<StoryWrite>(story, {
      call: ({ positionAllowed, ...values }) =>
        story
          ? stories.update(story, {
              ...changedOf<object>(story, values),
              // Sent even if unchanged: it allows the positions in the present texts.
              ...(positionAllowed !== undefined && { positionAllowed }),
            })
          : stories.create({ ...values, positionAllowed, key }),
      // The status field may be out of view; without this a draft passes for published.
      onDone: (saved, _values, client) => {
        const items = client.getQueryData(adminMediaQuery.queryKey) ?? [];
        const words = savedWords(kind, saved, items, Date.now(), t);
        const action = { label: t('publishStory'), onPress: () => publish.mutate(saved) };
        notify.success(t(`${kind}:saved`), words, saved.status === 'draft' ? action : undefined);
      },
    });
  }

  const useRestore = () =>
    useChange({
      call: ({ id }: Pick<StoryItem, 'id'>) =>
        callApi('POST', `${path}/trash/${encodeURIComponent(id)}/restore`, { schema: storyItem }),
      done: `${kind}:restored`,
      failed: 'failedToUndelete',
      refresh,
    });

  /** Moves a story to the trash. The notice can undo it. */
  function useDelete() {
    const { t } = useTranslation();
    const undo = useRestore();
    return stories.useRemove({
      onDone: (_, story) =>
        notify.success(t(`${kind}:deleted`), t('inTrash', { days: String(TRASH_DAYS) }), {
          label: t('undo'),
          onPress: () => undo.mutate(story),
        }),
    });
  }

  return { kind, folder, stories, trash, useSave, useRestore, useDelete };
}

export type StoryCalls = ReturnType<typeof storyCalls>;

export const noteCalls = storyCalls('note', '/api/admin/notes', '/veldnotities');

export const seriesCalls = storyCalls('series', '/api/admin/series', '/reeks');
