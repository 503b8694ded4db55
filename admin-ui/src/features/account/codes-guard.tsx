import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useLeaveGuard } from '#lib/use-leave-guard.ts';

/** Asks before backup codes are left behind: they are shown once. */
export function CodesGuard({ shown }: { shown: boolean }) {
  const { t } = useTranslation();
  const blocker = useLeaveGuard(shown);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      danger
      title={t('leaveCodesTitle')}
      text={t('leaveCodesText')}
      confirm={t('leaveCodesConfirm')}
      cancel={t('leaveCodesCancel')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
