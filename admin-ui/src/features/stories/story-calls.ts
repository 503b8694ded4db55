/** The calls of field notes and of series, and what is asked for again after them. */
import type { QueryClient } from '@tanstack/react-query';
import {
  type StoryItem,
  seriesItem,
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
import { apiQuery, refreshAll } from '#lib/queries.ts';
import { changedOf, saveMerged } from '#lib/save-merged.ts';
import { useChange } from '#lib/use-change.ts';

/** A story of either kind. */
export type AnyStory = Omit<StoryItem, 'body'> & { body: unknown };

type Written<Story extends AnyStory> = Pick<
  Story,
  'title' | 'date' | 'body' | 'cover' | 'status' | 'publishFrom' | 'publishUntil'
> & { positionAllowed?: boolean | undefined };

/** Its texts begin with it. */
export type StoryKind = 'note' | 'series';

/** `base` is the address of the list. */
function storyCalls<Story extends AnyStory>(
  kind: StoryKind,
  base: string,
  schema: z.ZodType<Story>,
) {
  const pathOf = (id: string) => `${base}/${encodeURIComponent(id)}`;
  const trashPathOf = (id: string) => `${base}/trash/${encodeURIComponent(id)}`;
  const etagOf = ({ updatedAt }: Story) => `"${updatedAt}"`;
  const list = apiQuery(z.array(schema), base);
  const trash = apiQuery(z.array(trashedStory), base, 'trash');
  /** Of the trash too, whose address is below that of the list. */
  const refresh = (client: QueryClient) => refreshAll(client, list.queryKey, trash.queryKey);

  /** Creates a story, or sends what was changed of one that exists. */
  function useSave(story: Story | null) {
    // Saved again after an answer that was lost, it is still one story.
    const [key] = useState(randomKey);
    const update = (base: Story, { positionAllowed, ...values }: Written<Story>) => {
      // Sent also when it was said before: it is about the positions that are in the texts now.
      const mine = {
        ...changedOf(base, values),
        ...(positionAllowed !== undefined && { positionAllowed }),
      };
      if (Object.keys(mine).length === 0) return base;
      return saveMerged<Story, object, Story>({
        base,
        mine,
        read: () => callApi('GET', pathOf(base.id), { schema }),
        send: (payload, latest) =>
          callApi('PATCH', pathOf(base.id), { payload, ifMatch: etagOf(latest), schema }),
      });
    };
    const { t } = useTranslation();
    const publish = useChange({
      call: (draft: Story) =>
        callApi('PATCH', pathOf(draft.id), {
          ...{ payload: { status: 'published' }, ifMatch: etagOf(draft), schema },
        }),
      done: 'published',
      failed: `${kind}:failedToSave`,
      refresh,
    });
    return useChange({
      call: async (values: Written<Story>) =>
        story
          ? update(story, values)
          : callApi('POST', base, { payload: { ...values, key }, schema }),
      failed: `${kind}:failedToSave`,
      // The status is below the pictures: who doesn't see it thinks that visitors read the story now.
      onDone: (saved) =>
        saved.status === 'draft'
          ? notify.success(t(`${kind}:saved`), t('storyIsDraft'), {
              label: t('publishStory'),
              onPress: () => publish.mutate(saved),
            })
          : notify.success(t(`${kind}:saved`)),
      refresh,
    });
  }

  /** Stories come back from the trash as they were. */
  const useRestore = () =>
    useChange({
      call: ({ id }: Pick<Story, 'id'>) =>
        callApi('POST', `${trashPathOf(id)}/restore`, { schema }),
      done: `${kind}:restored`,
      failed: 'failedToUndelete',
      refresh,
    });

  const usePurge = () =>
    useChange({
      call: ({ id }: TrashedStory) => callApi('DELETE', trashPathOf(id)),
      done: `${kind}:purged`,
      failed: 'failedToPurge',
      refresh,
    });

  /** Moves a story to the trash; the notice can take it back. */
  function useDelete() {
    const { t } = useTranslation();
    const undo = useRestore();
    return useChange({
      call: (story: Story) => callApi('DELETE', pathOf(story.id), { ifMatch: etagOf(story) }),
      failed: `${kind}:failedToDelete`,
      onDone: (_, story) =>
        notify.success(t(`${kind}:deleted`), t('inTrash', { days: String(TRASH_DAYS) }), {
          label: t('undo'),
          onPress: () => undo.mutate(story),
        }),
      refresh,
    });
  }

  return { kind, list, trash, useSave, useRestore, usePurge, useDelete };
}

export type StoryCalls<Story extends AnyStory> = ReturnType<typeof storyCalls<Story>>;

export const noteCalls = storyCalls('note', '/api/admin/notes', storyItem);

export const seriesCalls = storyCalls('series', '/api/admin/series', seriesItem);
