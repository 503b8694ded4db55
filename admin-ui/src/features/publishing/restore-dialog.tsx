import type { ReleaseRecord } from '@veldlicht/contract/publishing';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';

interface RestoreDialogProps {
  /** The version to ask about; null keeps the dialog closed. */
  release: ReleaseRecord | null;
  timeOf: (release: ReleaseRecord) => string;
  pending: boolean;
  onConfirm: (release: ReleaseRecord) => void;
  onClose: () => void;
}

/** Asks before visitors see another version, and says what that means. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { release, timeOf, pending, onConfirm, onClose } = props;
  const { t } = useTranslation();
  // The words stay while the dialog fades away.
  const [asked, setAsked] = useState(release);
  if (release && release !== asked) setAsked(release);
  return (
    <ConfirmDialog
      open={release !== null}
      title={t('goBackQuestion', { time: asked ? timeOf(asked) : '' })}
      text={t('goBackText')}
      confirm={t('goBackConfirm')}
      pending={pending}
      onCancel={onClose}
      onConfirm={() => release && onConfirm(release)}
    />
  );
}
