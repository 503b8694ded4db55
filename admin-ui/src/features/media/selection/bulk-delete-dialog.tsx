import type { MediaItem } from '@veldlicht/contract/media';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useOnce } from '#lib/use-once.ts';
import { useBulkDelete } from './use-bulk-mutations.ts';

/** Titles that the question names. */
const NAMED = 3;

interface BulkDeleteDialogProps {
  open: boolean;
  items: readonly MediaItem[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before the selection is deleted (spec §5 Media deletion). */
export const BulkDeleteDialog = memo(function BulkDeleteDialog(props: BulkDeleteDialogProps) {
  const { open, items, onClose, onDeleted } = props;
  const { t } = useTranslation();
  const remove = useBulkDelete();
  const once = useOnce();
  const onSettled = () => {
    once.release();
    onClose();
  };
  // The words stay while the dialog fades away.
  const [asked, setAsked] = useState(items);
  if (open && items.length > 0 && items !== asked) setAsked(items);
  const named = asked.slice(0, NAMED).map(({ title }) => `“${title}”`);
  const more = asked.length - named.length;
  const names = [...named, ...(more > 0 ? [t('andMore', { number: String(more) })] : [])];
  const number = String(asked.length);
  return (
    <ConfirmDialog
      open={open}
      danger
      title={t('deleteMediaQuestion', { number })}
      text={t('deleteItemsText', { titles: names.join(', ') })}
      confirm={t('deleteItemsConfirm', { number })}
      pending={remove.isPending}
      // The bar with the button goes with the selection.
      focusAfter={() => (remove.isSuccess ? document.getElementById('content') : null)}
      onCancel={() => !remove.isPending && onClose()}
      onConfirm={() =>
        once.run(() =>
          remove.mutate(
            items.map(({ id }) => id),
            { onSuccess: onDeleted, onSettled },
          ),
        )
      }
    />
  );
});
