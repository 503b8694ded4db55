import type { ContactSubmission } from '@veldlicht/contract/contact';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { useDeleteContact } from './contact-queries.ts';

interface DeleteContactDialogProps {
  contact: ContactSubmission | null;
  onClose: () => void;
}

/** Asks before a message goes; from its card, and from the dialog that shows it. */
export function DeleteContactDialog({ contact, onClose }: DeleteContactDialogProps) {
  const { t } = useTranslation();
  return (
    <DeleteDialog
      item={contact}
      words={({ name, email }) => ({
        title: t('deleteContactQuestion'),
        text: t('deleteContactText', { name, email }),
        confirm: t('deleteContactConfirm'),
      })}
      remove={useDeleteContact()}
      onClose={onClose}
    />
  );
}
