/** The field notes and the series, of which the API has two lists alike. */
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
import { randomKey } from '#lib/random-key.ts';
import { type Resource, resource } from '#lib/resource.ts';
import { changedOf } from '#lib/save-merged.ts';
import { useChange } from '#lib/use-change.ts';

/** What is sent of a story. */
export type StoryWrite = Omit<NewStory, 'key'>;

/** Texts of a kind begin with its name. */
function storyCalls(kind: StoryKind, path: string, folder: string) {
  const stories: Resource<StoryItem> = resource({
    path,
    schema: storyItem,
    idOf: ({ id }) => id,
    etagOf: ({ updatedAt }) => `"${updatedAt}"`,
    words: {
      failedToLoad: `${kind}:failedToLoad`,
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
      failedToLoad: 'failedToLoadTrash',
      deleted: `${kind}:purged`,
      failedToDelete: 'failedToPurge',
    },
    isFresh: true,
  });

  function useSave(story: StoryItem | null) {
    const { t } = useTranslation();
    // Saved again after an answer that was lost, it is still one story.
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
              // Sent also when it was said before: it is about the positions that are in the texts now.
              ...(positionAllowed !== undefined && { positionAllowed }),
            })
          : stories.create({ ...values, positionAllowed, key }),
      // The status is below the pictures: who doesn't see it thinks that visitors read the story now.
      onDone: (saved) =>
        saved.status === 'draft'
          ? notify.success(t(`${kind}:saved`), t('storyIsDraft'), {
              label: t('publishStory'),
              onPress: () => publish.mutate(saved),
            })
          : notify.success(t(`${kind}:saved`)),
    });
  }

  /** Stories come back from the trash as they were. */
  const useRestore = () =>
    useChange({
      call: ({ id }: Pick<StoryItem, 'id'>) =>
        callApi('POST', `${path}/trash/${encodeURIComponent(id)}/restore`, { schema: storyItem }),
      done: `${kind}:restored`,
      failed: 'failedToUndelete',
      refresh,
    });

  /** Moves a story to the trash; the notice can take it back. */
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
