import type { AdminUser } from '@veldlicht/contract/user';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useOnce } from '#lib/use-once.ts';
import { useDeleteUser } from './use-user-mutations.ts';

interface DeleteUserDialogProps {
  /** The user to ask about; null keeps the dialog closed. */
  user: AdminUser | null;
  onClose: () => void;
}

/** Asks before an account goes, and says what ends with it (spec §5). */
export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const { t } = useTranslation();
  const remove = useDeleteUser();
  const once = useOnce();
  const onSettled = () => {
    once.release();
    onClose();
  };
  // The words stay while the dialog fades away.
  const [asked, setAsked] = useState(user);
  if (user && user !== asked) setAsked(user);
  return (
    <ConfirmDialog
      open={user !== null}
      danger
      title={t('deleteUserQuestion')}
      text={t('deleteUserText', { name: asked?.username ?? '', email: asked?.email ?? '' })}
      confirm={t('deleteUserConfirm')}
      pending={remove.isPending}
      // The button that was pressed goes with its row.
      focusAfter={() => (remove.isSuccess ? document.getElementById('content') : null)}
      onCancel={onClose}
      onConfirm={() => user && once.run(() => remove.mutate(user, { onSettled }))}
    />
  );
}
