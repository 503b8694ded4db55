import type { ContactSubmission } from '@veldlicht/contract/contact';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useOnce } from '#lib/use-once.ts';
import { useDeleteContact } from './contact-queries.ts';

interface DeleteContactDialogProps {
  /** The message to ask about; null keeps the dialog closed. */
  contact: ContactSubmission | null;
  onClose: () => void;
}

/** Asks before a message goes. */
export function DeleteContactDialog({ contact, onClose }: DeleteContactDialogProps) {
  const { t } = useTranslation();
  const remove = useDeleteContact();
  const once = useOnce();
  const onSettled = () => {
    once.release();
    onClose();
  };
  // The words stay while the dialog fades away.
  const [asked, setAsked] = useState(contact);
  if (contact && contact !== asked) setAsked(contact);
  return (
    <ConfirmDialog
      open={contact !== null}
      danger
      title={t('deleteContactQuestion')}
      text={t('deleteContactText', { name: asked?.name ?? '', email: asked?.email ?? '' })}
      confirm={t('deleteContactConfirm')}
      pending={remove.isPending}
      // The button that was pressed goes with its card.
      focusAfter={() => (remove.isSuccess ? document.getElementById('content') : null)}
      onCancel={() => !remove.isPending && onClose()}
      onConfirm={() => contact && once.run(() => remove.mutate(contact, { onSettled }))}
    />
  );
}
