import type { MediaItem, NewMedia } from '@veldlicht/contract/media';
import { useCreateMedia, useUpdateMedia } from '../use-media-mutations.ts';
import { changedFields } from './form-values.ts';

interface SaveOutcome {
  onSuccess: () => void;
  onError: (error: unknown) => void;
}

/** Creates a new item, or sends what was changed of one that exists. */
export function useSaveMedia(item: MediaItem | null) {
  const create = useCreateMedia();
  const update = useUpdateMedia();
  const save = (values: NewMedia, outcome: SaveOutcome) => {
    if (!item) {
      create.mutate(values, outcome);
      return;
    }
    const patch = changedFields(item, values);
    if (Object.keys(patch).length === 0) outcome.onSuccess();
    else update.mutate({ id: item.id, patch }, outcome);
  };
  return { save, isPending: create.isPending || update.isPending };
}
