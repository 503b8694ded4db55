import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#lib/leave-guard.ts';
import { ConfirmDialog } from './ui/dialog.tsx';

interface DiscardDialogProps {
  unsaved: boolean;
  closing?: boolean;
  title?: string;
  text: string;
  confirm?: string;
  cancel?: string;
  /** The text is kept, so the button is no warning. */
  harmless?: boolean;
  onDiscard?: () => void;
  onKeep?: () => void;
}

/** Asks before unsaved input is lost: on closing its dialog, leaving the page or closing the tab. */
export function DiscardDialog({ unsaved, closing = false, text, ...props }: DiscardDialogProps) {
  const { t } = useTranslation();
  const blocker = useLeaveGuard(unsaved);
  const isBlocked = blocker.state === 'blocked';
  return (
    <ConfirmDialog
      open={closing || isBlocked}
      danger={!props.harmless}
      title={props.title ?? t('discardTitle')}
      text={text}
      confirm={props.confirm ?? t('discardConfirm')}
      cancel={props.cancel ?? t('keepEditing')}
      onConfirm={() => (isBlocked ? blocker.proceed() : props.onDiscard?.())}
      onCancel={() => {
        blocker.reset?.();
        props.onKeep?.();
      }}
    />
  );
}
