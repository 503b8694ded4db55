import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useOnce } from '#lib/use-once.ts';
import { type Deletion, useDeleteMedia } from './media-queries.ts';

/** Titles that the question names. */
const NAMED = 3;

interface DeleteDialogProps {
  /** What to ask about; null keeps the dialog closed. */
  deletion: Deletion | null;
  onClose: () => void;
  onSelectionDeleted: () => void;
}

/** Asks before items go (spec §5 Media deletion). */
export const DeleteDialog = memo(function DeleteDialog(props: DeleteDialogProps) {
  const { deletion, onClose, onSelectionDeleted } = props;
  const { t } = useTranslation();
  const remove = useDeleteMedia();
  const once = useOnce();
  // The words stay while the dialog fades away.
  const [asked, setAsked] = useState(deletion);
  if (deletion && deletion !== asked) setAsked(deletion);
  const { items, isSelection } = asked ?? { items: [], isSelection: false };
  const number = String(items.length);
  const titles = items.slice(0, NAMED).map(({ title }) => `“${title}”`);
  if (items.length > NAMED) titles.push(t('andMore', { number: String(items.length - NAMED) }));
  const onSuccess = () => isSelection && onSelectionDeleted();
  const onSettled = () => {
    once.release();
    onClose();
  };
  return (
    <ConfirmDialog
      open={deletion !== null}
      danger
      title={t('deleteMediaQuestion', { number })}
      text={
        isSelection
          ? t('deleteItemsText', { titles: titles.join(', ') })
          : t('deleteMediaText', { title: items[0]?.title ?? '' })
      }
      confirm={isSelection ? t('deleteItemsConfirm', { number }) : t('deleteMediaConfirm')}
      pending={remove.isPending}
      // The button that was pressed goes with what is deleted.
      focusAfter={() => (remove.isSuccess ? document.getElementById('content') : null)}
      onCancel={() => !remove.isPending && onClose()}
      onConfirm={() =>
        deletion && once.run(() => remove.mutate(deletion, { onSuccess, onSettled }))
      }
    />
  );
});
