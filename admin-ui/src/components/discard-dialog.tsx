import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#lib/unsaved-work.ts';
import { ConfirmDialog } from './ui/confirm-dialog.tsx';

interface DiscardDialogProps {
  /** Something typed in the dialog would be lost. */
  unsaved: boolean;
  /** Somebody asked to close the dialog. */
  closing: boolean;
  text: string;
  onDiscard: () => void;
  onKeep: () => void;
}

/** Asks before what was typed in a dialog is lost: on closing it, on a way off the page, and with the tab. */
export function DiscardDialog({ unsaved, closing, text, onDiscard, onKeep }: DiscardDialogProps) {
  const { t } = useTranslation();
  const blocker = useLeaveGuard(unsaved);
  const isBlocked = blocker.state === 'blocked';
  return (
    <ConfirmDialog
      open={closing || isBlocked}
      danger
      title={t('discardTitle')}
      text={text}
      confirm={t('discardConfirm')}
      cancel={t('keepEditing')}
      onConfirm={() => (isBlocked ? blocker.proceed() : onDiscard())}
      onCancel={() => {
        blocker.reset?.();
        onKeep();
      }}
    />
  );
}
