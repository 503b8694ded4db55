import type { MediaItem, NewMedia } from '@veldlicht/contract/media';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '#lib/notify.ts';
import { randomKey } from '#lib/random-key.ts';
import { useCreateMedia, useUpdateMedia } from '../use-media-mutations.ts';
import { patchOf } from './form-values.ts';

interface SaveOutcome {
  onSuccess: () => void;
  onError: (error: unknown) => void;
}

/** Creates a new item, or sends what was changed of one that exists. */
export function useSaveMedia(item: MediaItem | null) {
  const create = useCreateMedia();
  const update = useUpdateMedia();
  const { t } = useTranslation();
  // Saved again after an answer that was lost, it is still one item.
  const [key] = useState(randomKey);
  const save = (values: NewMedia, outcome: SaveOutcome) => {
    if (!item) {
      create.mutate({ ...values, key }, outcome);
      return;
    }
    const { positionAllowed, ...rest } = values;
    // Sent also when it was said before: it is about the positions that are in the texts now.
    const patch = { ...patchOf(item, rest), ...(positionAllowed && { positionAllowed }) };
    if (Object.keys(patch).length > 0) {
      update.mutate({ item, patch }, outcome);
      return;
    }
    // As saved already.
    outcome.onSuccess();
    notify.success(t('mediaItemUpdated'));
  };
  return { save, isPending: create.isPending || update.isPending };
}
