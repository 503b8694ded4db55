import type { AdminUser } from '@veldlicht/contract/user';
import { type KeyboardEvent, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DiscardDialog } from '#components/discard-dialog.tsx';
import { MergeDialog } from '#components/merge-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { isSaveKey } from '#lib/save-key.ts';
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
      <DiscardDialog
        unsaved={isDirty}
        closing={leaving}
        text={t('discardUserText')}
        onDiscard={onClose}
        onKeep={() => setLeaving(false)}
      />
      <MergeDialog />
    </Dialog>
  );
}
