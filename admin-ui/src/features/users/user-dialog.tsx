import type { AdminUser } from '@veldlicht/contract/user';
import { type KeyboardEvent, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { isSaveKey } from '#lib/save-key.ts';
import { useLeaveGuard } from '#lib/use-leave-guard.ts';
import { useUserForm } from './use-user-form.ts';
import { UserFields } from './user-fields.tsx';

interface UserDialogProps {
  /** The user to edit; null makes a new one. */
  user: AdminUser | null;
  isOwn: boolean;
  onClose: () => void;
}

/** Add and edit (spec §2, §5 User dialog); closes when it is saved. */
export function UserDialog({ user, isOwn, onClose }: UserDialogProps) {
  const { t } = useTranslation();
  const { form, submit, isPending } = useUserForm(user, isOwn, onClose);
  const [leaving, setLeaving] = useState(false);
  // Read here, so that the form keeps track of it.
  const { isDirty } = form.formState;
  const blocker = useLeaveGuard(isDirty);
  const isBlocked = blocker.state === 'blocked';
  const close = () => (isDirty ? setLeaving(true) : onClose());
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (!isPending) void submit();
  };
  return (
    <Dialog open onClose={close} title={t(user ? 'editUser' : 'addUser')}>
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={submit}
          onKeyDown={onKeyDown}
          className="flex min-h-0 flex-1 flex-col"
        >
          <DialogBody>
            <UserFields isNew={user === null} isOwn={isOwn} />
          </DialogBody>
          <DialogFooter>
            <Button look="secondary" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" pending={isPending}>
              {t(isPending ? 'saving' : 'save')}
            </Button>
          </DialogFooter>
        </form>
      </FormProvider>
      <ConfirmDialog
        open={leaving || isBlocked}
        danger
        title={t('discardTitle')}
        text={t('discardUserText')}
        confirm={t('discardConfirm')}
        cancel={t('keepEditing')}
        onConfirm={() => (isBlocked ? blocker.proceed() : onClose())}
        onCancel={() => {
          blocker.reset?.();
          setLeaving(false);
        }}
      />
    </Dialog>
  );
}
