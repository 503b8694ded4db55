import { zodResolver } from '@hookform/resolvers/zod';
import { MIN_PASSWORD } from '@veldlicht/contract/limits';
import { type AdminUser, roles, userStatuses } from '@veldlicht/contract/user';
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#components/form-dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { ApiError } from '#lib/api-error.ts';
import { roleWords, statusWords } from '#lib/field-words.ts';
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
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label={t('username')}
        required
        hint={t('usernameHint')}
        error={errors.username?.message}
        className="sm:col-span-2"
      >
        <TextInput
          {...register('username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label={t('emailAddress')}
        required
        error={errors.email?.message}
        className="sm:col-span-2"
      >
        <TextInput {...register('email')} type="email" autoComplete="off" />
      </Field>
      {isNew && (
        <Field
          label={t('password')}
          required
          hint={t('newUserPasswordHint', { n: MIN_PASSWORD })}
          error={errors.password?.message}
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
            error={errors.role?.message}
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
            error={errors.status?.message}
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
  const outcome = { onSuccess: onSaved, onError: showRefusal };

  const submit = form.handleSubmit((values) => {
    if (!user) return create.mutate(values, outcome);
    const patch = changedUser(user, values, isOwn);
    if (Object.keys(patch).length === 0) onSaved();
    else update.mutate({ user, patch }, outcome);
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
  return (
    <FormDialog
      title={t(user ? 'editUser' : 'addUser')}
      save={t(isPending ? 'saving' : 'save')}
      pending={isPending}
      unsaved={form.formState.isDirty}
      discardText={t('discardUserText')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <UserFields isNew={user === null} isOwn={isOwn} />
      </FormProvider>
    </FormDialog>
  );
}
