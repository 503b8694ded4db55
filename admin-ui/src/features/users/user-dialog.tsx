import { zodResolver } from '@hookform/resolvers/zod';
import { MIN_PASSWORD } from '@veldlicht/contract/limits';
import { type AdminUser, roles, userStatuses } from '@veldlicht/contract/user';
import { type KeyboardEvent, useState } from 'react';
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DiscardDialog } from '#components/discard-dialog.tsx';
import { MergeDialog } from '#components/merge-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { serverText } from '#i18n/server-text.ts';
import { ApiError } from '#lib/api-error.ts';
import { roleWords, statusWords } from '#lib/field-words.ts';
import { isSaveKey } from '#lib/save-key.ts';
import { useOnce } from '#lib/use-once.ts';
import {
  changedUser,
  editUserForm,
  initialUser,
  newUserForm,
  type UserValues,
} from './user-form-values.ts';
import { useCreateUser, useUpdateUser } from './user-queries.ts';

const roleHints = {
  admin: 'roleAdminHint',
  editor: 'roleEditorHint',
  viewer: 'roleViewerHint',
} as const;
const statusHints = { active: 'statusActiveHint', inactive: 'statusInactiveHint' } as const;

/** From most to least, as people look for them. */
const rolesDown = [...roles].reverse();

interface UserFieldsProps {
  isNew: boolean;
  /** Role and status of the own account rest (product decisions §1). */
  isOwn: boolean;
}

/** Everything the dialog asks (spec §2 Admin users page). */
function UserFields({ isNew, isOwn }: UserFieldsProps) {
  const { t } = useTranslation();
  const { register, control, formState } = useFormContext<UserValues>();
  const errorOf = (name: keyof UserValues) => {
    const message = formState.errors[name]?.message;
    return message ? serverText(message) : undefined;
  };
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label={t('username')}
        required
        hint={t('usernameHint')}
        error={errorOf('username')}
        className="sm:col-span-2"
      >
        <TextInput
          {...register('username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label={t('emailAddress')} required error={errorOf('email')} className="sm:col-span-2">
        <TextInput {...register('email')} type="email" autoComplete="off" />
      </Field>
      {isNew && (
        <Field
          label={t('password')}
          required
          hint={t('newUserPasswordHint', { n: MIN_PASSWORD })}
          error={errorOf('password')}
          className="sm:col-span-2"
        >
          <PasswordInput {...register('password')} autoComplete="new-password" />
        </Field>
      )}
      <Controller
        name="role"
        control={control}
        render={({ field }) => (
          <Field
            label={t('role')}
            hint={t(isOwn ? 'ownRoleHint' : roleHints[field.value])}
            error={errorOf('role')}
          >
            <Select
              options={rolesDown.map((value) => ({ value, label: t(roleWords[value]) }))}
              value={field.value}
              onChange={field.onChange}
              disabled={isOwn}
            />
          </Field>
        )}
      />
      <Controller
        name="status"
        control={control}
        render={({ field }) => (
          <Field
            label={t('status')}
            hint={t(isOwn ? 'ownStatusHint' : statusHints[field.value])}
            error={errorOf('status')}
          >
            <Select
              options={userStatuses.map((value) => ({ value, label: t(statusWords[value]) }))}
              value={field.value}
              onChange={field.onChange}
              disabled={isOwn}
            />
          </Field>
        )}
      />
    </div>
  );
}

/** The form of one user; null makes a new one. `onSaved` closes the dialog; so does a user that is gone. */
function useUserForm(user: AdminUser | null, isOwn: boolean, onSaved: () => void) {
  const create = useCreateUser();
  const update = useUpdateUser();
  const form = useForm<UserValues>({
    defaultValues: initialUser(user),
    resolver: zodResolver(user ? editUserForm : newUserForm),
  });

  /** Puts what the server says of single fields beside them. */
  const showRefusal = (error: unknown) => {
    if (!(error instanceof ApiError)) return;
    // Deleted by another admin: there is nothing left to edit.
    if (error.status === 404) onSaved();
    for (const [name, message] of Object.entries(error.fields)) {
      // Cast: checked to be one of the form's own names.
      if (name in form.getValues())
        form.setError(name as keyof UserValues, { message }, { shouldFocus: true });
    }
  };
  const once = useOnce();
  const outcome = { onSuccess: onSaved, onError: showRefusal, onSettled: once.release };

  const submit = form.handleSubmit((values) => {
    if (!user) {
      once.run(() => create.mutate(values, outcome));
      return;
    }
    const patch = changedUser(user, values, isOwn);
    if (Object.keys(patch).length === 0) onSaved();
    else once.run(() => update.mutate({ user, patch }, outcome));
  });

  return { form, submit, isPending: create.isPending || update.isPending };
}

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
