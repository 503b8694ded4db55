import type { MediaItem } from '@veldlicht/contract/media';
import { TRASH_DAYS } from '@veldlicht/contract/trash';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { useStoriesWith } from '#features/stories/stories-with.ts';
import { type Deletion, useDeleteMedia } from './media-queries.ts';
import { useStandsAs } from './stands-as.ts';
import type { Rows } from './table/row-change.ts';

const nothing: readonly MediaItem[] = [];

/** How many titles the question before a deletion lists. */
const NAMED = 3;

interface DeleteItemsProps {
  deletion: Deletion | null;
  rows: Pick<Rows, 'remember'>;
  onClose: () => void;
  onSelectionDeleted: () => void;
}

export function DeleteItems({ deletion, rows, onClose, onSelectionDeleted }: DeleteItemsProps) {
  const { t } = useTranslation();
  const remove = useDeleteMedia(deletion?.isSelection ?? false, rows.remember);
  const stories = useStoriesWith(deletion?.items ?? nothing);
  const places = useStandsAs(deletion?.items ?? nothing);
  const loss = [
    ...(stories ? [t('standsIn', { stories })] : []),
    ...(places ? [t('standsAs', { places })] : []),
  ];
  const withLoss = (text: string) => [text, ...loss].join(' ');
  const wordsOf = ({ items, isSelection }: Deletion) => {
    const number = String(items.length);
    const days = String(TRASH_DAYS);
    const title = t('deleteMediaQuestion', { number });
    const titles = items.slice(0, NAMED).map((item) => `“${item.title}”`);
    if (items.length > NAMED) titles.push(t('andMore', { number: String(items.length - NAMED) }));
    if (!isSelection) {
      const text = t('deleteMediaText', { title: items[0]?.title ?? '', days });
      return { title, text: withLoss(text), confirm: t('deleteMediaConfirm') };
    }
    const text = t('deleteItemsText', { titles: titles.join(', '), days });
    return { title, text: withLoss(text), confirm: t('deleteItemsConfirm', { number }) };
  };
  return (
    <DeleteDialog
      item={deletion}
      words={wordsOf}
      remove={{
        ...remove,
        mutate: (items, options) =>
          remove.mutate(items, {
            ...options,
            onSuccess: () => items.isSelection && onSelectionDeleted(),
          }),
      }}
      onClose={onClose}
    />
  );
}
