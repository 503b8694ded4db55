import { zodResolver } from '@hookform/resolvers/zod';
import { MIN_PASSWORD } from '@veldlicht/contract/limits';
import {
  type AdminUser,
  email,
  newUser,
  roles,
  type UserPatch,
  userStatus,
  userStatuses,
} from '@veldlicht/contract/user';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '#components/form-dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { TextKey } from '#i18n/en.ts';
import { ApiError } from '#lib/api-error.ts';
import { roleWords, statusWords } from '#lib/field-words.ts';
import { showRefusals } from '#lib/show-refusals.ts';
import { useCreateUser, useUpdateUser } from './user-queries.ts';

/** Says that there is nothing before it says that it is no address. */
const emailRequired: TextKey = 'emailRequired';
const typedEmail = z.string().trim().min(1, { error: emailRequired, abort: true }).pipe(email);

export interface UserValues {
  username: string;
  email: string;
  role: AdminUser['role'];
  status: AdminUser['status'];
  password: string;
}
type UserForm = z.ZodType<UserValues, UserValues>;

const checked = newUser.extend({ email: typedEmail, status: userStatus });

/** What the dialog checks for a new user (spec §5 User dialog). */
export const newUserForm: UserForm = checked;

/** The same for one that exists: there is no password to give. */
export const editUserForm: UserForm = checked.extend({ password: z.string() });

/** What the dialog starts with. A new user may look first, and more when somebody says so. */
export function initialUser(user: AdminUser | null): UserValues {
  return {
    username: user?.username ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'viewer',
    status: user?.status ?? 'active',
    password: '',
  };
}

/**
 * The fields that differ from the stored user: what another admin changed meanwhile stays. For the
 * own account role and status are left out, whatever the form holds (product decisions §1).
 */
export function changedUser(user: AdminUser, values: UserValues, isOwn: boolean): UserPatch {
  const patch: UserPatch = {};
  if (values.username !== user.username) patch.username = values.username;
  if (values.email !== user.email) patch.email = values.email;
  if (isOwn) return patch;
  if (values.role !== user.role) patch.role = values.role;
  if (values.status !== user.status) patch.status = values.status;
  return patch;
}

const roleHints = {
  admin: 'roleAdminHint',
  editor: 'roleEditorHint',
  viewer: 'roleViewerHint',
} as const;
const statusHints = { active: 'statusActiveHint', inactive: 'statusInactiveHint' } as const;

/** From most to least, as people look for them. */
const rolesDown = [...roles].reverse();

interface UserDialogProps {
  /** The user to edit; null makes a new one. */
  user: AdminUser | null;
  /** Role and status of the own account rest (product decisions §1). */
  isOwn: boolean;
  onClose: () => void;
}

/** Add and edit (spec §2, §5 User dialog); closes when it is saved, and when the user is gone. */
export function UserDialog({ user, isOwn, onClose }: UserDialogProps) {
  const { t } = useTranslation();
  const create = useCreateUser();
  const update = useUpdateUser();
  const isPending = create.isPending || update.isPending;
  const form = useForm<UserValues>({
    defaultValues: initialUser(user),
    resolver: zodResolver(user ? editUserForm : newUserForm),
  });
  const { errors, isDirty } = form.formState;
  const outcome = {
    onSuccess: onClose,
    onError: (error: Error) => {
      if (!(error instanceof ApiError)) return;
      // Deleted by another admin: there is nothing left to edit.
      if (error.status === 404) onClose();
      showRefusals(form, error.fields);
    },
  };
  const submit = form.handleSubmit((values) => {
    if (!user) return create.mutate(values, outcome);
    const patch = changedUser(user, values, isOwn);
    if (Object.keys(patch).length === 0) onClose();
    else update.mutate({ user, patch }, outcome);
  });
  return (
    <FormDialog
      title={t(user ? 'editUser' : 'addUser')}
      save={t(isPending ? 'saving' : 'save')}
      pending={isPending}
      unsaved={isDirty}
      discardText={t('discardUserText')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('username')}
          required
          hint={t('usernameHint')}
          error={errors.username?.message}
          className="sm:col-span-2"
        >
          <TextInput
            {...form.register('username')}
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
          <TextInput {...form.register('email')} type="email" autoComplete="off" />
        </Field>
        {!user && (
          <Field
            label={t('password')}
            required
            hint={t('newUserPasswordHint', { n: MIN_PASSWORD })}
            error={errors.password?.message}
            className="sm:col-span-2"
          >
            <PasswordInput {...form.register('password')} autoComplete="new-password" />
          </Field>
        )}
        <Controller
          name="role"
          control={form.control}
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
          control={form.control}
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
    </FormDialog>
  );
}
