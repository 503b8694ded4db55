import type { MediaItem } from '@veldlicht/contract/media';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useOnce } from '#lib/use-once.ts';
import { useDeleteMedia } from './use-media-mutations.ts';

interface DeleteMediaDialogProps {
  /** The item to ask about; null keeps the dialog closed. */
  item: MediaItem | null;
  onClose: () => void;
}

/** Asks before an item goes (spec §5 Media deletion). */
export const DeleteMediaDialog = memo(function DeleteMediaDialog(props: DeleteMediaDialogProps) {
  const { item, onClose } = props;
  const { t } = useTranslation();
  const remove = useDeleteMedia();
  const once = useOnce();
  const onSettled = () => {
    once.release();
    onClose();
  };
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
      onCancel={() => !remove.isPending && onClose()}
      onConfirm={() => item && once.run(() => remove.mutate(item, { onSettled }))}
    />
  );
});
