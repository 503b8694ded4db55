import type { AdminCategory } from '@veldlicht/contract/category';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useOnce } from '#lib/use-once.ts';
import { shownName } from './shown-name.ts';
import { useDeleteCategory } from './use-category-mutations.ts';

/** What deleting means: a category in use is refused, a tag leaves its items (product decisions §2). */
function consequence(entry: AdminCategory, t: TFunction): string {
  const { type, itemCount } = entry;
  const name = shownName(entry);
  if (itemCount === 0) return t(type === 'tag' ? 'deleteFreeTag' : 'deleteFreeCategory', { name });
  const said = { name, count: itemCount };
  return type === 'tag' ? t('deleteUsedTag', said) : t('deleteUsedCategory', said);
}

interface DeleteCategoryDialogProps {
  /** The entry to ask about; null keeps the dialog closed. */
  entry: AdminCategory | null;
  onClose: () => void;
}

/** Asks before an entry goes, with its name and what that affects (spec §2). */
export function DeleteCategoryDialog({ entry, onClose }: DeleteCategoryDialogProps) {
  const { t } = useTranslation();
  const remove = useDeleteCategory();
  const once = useOnce();
  const onSettled = () => {
    once.release();
    onClose();
  };
  // The words stay while the dialog fades away.
  const [asked, setAsked] = useState(entry);
  if (entry && entry !== asked) setAsked(entry);
  return (
    <ConfirmDialog
      open={entry !== null}
      danger
      title={t('deleteEntryTitle', { name: asked ? shownName(asked) : '' })}
      text={asked ? consequence(asked, t) : ''}
      confirm={t(asked?.type === 'tag' ? 'deleteTagConfirm' : 'deleteCategoryConfirm')}
      pending={remove.isPending}
      // The button that was pressed goes with its row.
      focusAfter={() => (remove.isSuccess ? document.getElementById('content') : null)}
      onCancel={() => !remove.isPending && onClose()}
      onConfirm={() => entry && once.run(() => remove.mutate(entry, { onSettled }))}
    />
  );
}
