import type { MediaItem } from '@veldlicht/contract/media';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useDeleteMedia } from './use-media-mutations.ts';

interface DeleteMediaDialogProps {
  /** The item to ask about; null keeps the dialog closed. */
  item: MediaItem | null;
  onClose: () => void;
}

export function DeleteMediaDialog({ item, onClose }: DeleteMediaDialogProps) {
  const { t } = useTranslation();
  const remove = useDeleteMedia();
  // The words stay while the dialog fades away.
  const [asked, setAsked] = useState(item);
  if (item && item !== asked) setAsked(item);
  return (
    <ConfirmDialog
      open={item !== null}
      danger
      title={t('deleteMediaQuestion', { number: '1' })}
      text={t('deleteMediaText', { title: asked?.title ?? '' })}
      confirm={t('deleteMediaConfirm')}
      pending={remove.isPending}
      // The button that was pressed goes with its card.
      focusAfter={() => (remove.isSuccess ? document.getElementById('content') : null)}
      onCancel={onClose}
      onConfirm={() => item && remove.mutate(item, { onSettled: onClose })}
    />
  );
}
