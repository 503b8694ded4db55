import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useLeaveGuard } from '#lib/use-leave-guard.ts';

/** Asks before unsaved changes are left behind. */
export function LeaveDialog({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation();
  const blocker = useLeaveGuard(unsaved);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      danger
      title={t('leaveTitle')}
      text={t('leaveText')}
      confirm={t('leaveConfirm')}
      cancel={t('leaveCancel')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
