import { zodResolver } from '@hookform/resolvers/zod';
import { type InvitationAnswer, invitationAnswer } from '@veldlicht/contract/access-link';
import { MIN_PASSWORD } from '@veldlicht/contract/limits';
import {
  type AdminUser,
  adminUser,
  email,
  newUser,
  roles,
  type UserPatch,
  userStatus,
  userStatuses,
} from '@veldlicht/contract/user';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FieldsDialog, SelectField, TextField } from '#components/form-fields.tsx';
import { Switch } from '#components/ui/switch.tsx';
import type { TextKey } from '#i18n/en.ts';
import { ApiError, callApi } from '#lib/api.ts';
import { roleWords, statusWords } from '#lib/field-words.ts';
import { showRefusals } from '#lib/forms.ts';
import { refetchUser, sessionQuery, usersQuery } from '#lib/queries.ts';
import { changedOf, saveMerged } from '#lib/save-merged.ts';
import { useChange } from '#lib/use-change.ts';

/** Says that there is nothing before it says that it is no address. */
const emailRequired: TextKey = 'emailRequired';
const typedEmail = z.string().trim().min(1, { error: emailRequired, abort: true }).pipe(email);

/** What the dialog checks for a new user (spec §5 User dialog). */
export const newUserForm = newUser.extend({ email: typedEmail, status: userStatus });
export type UserValues = z.infer<typeof newUserForm>;

/** The same for one that exists: there is no password to give. */
export const editUserForm = newUserForm.extend({ password: z.string() });

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
  const { username, email, role, status } = values;
  return changedOf(user, isOwn ? { username, email } : { username, email, role, status });
}

const usersPath = '/api/admin/users';
export const userPath = (id: string) => `${usersPath}/${encodeURIComponent(id)}`;

/** `link` is told of who was invited where nothing is mailed. */
type Saved = InvitationAnswer;

async function createUser(payload: UserValues): Promise<Saved> {
  return { user: await callApi('POST', usersPath, { payload, schema: adminUser }), link: null };
}

const inviteUser = ({ password: _, ...payload }: UserValues): Promise<Saved> =>
  callApi('POST', '/api/admin/invitations', { payload, schema: invitationAnswer });

async function updateUser(user: AdminUser, values: UserValues, isOwn: boolean): Promise<Saved> {
  const saved = await saveMerged<AdminUser, UserPatch, AdminUser>({
    base: user,
    mine: changedUser(user, values, isOwn),
    read: () => callApi('GET', userPath(user.id), { schema: adminUser }),
    send: (payload, { etag }) =>
      callApi('PATCH', userPath(user.id), { payload, ifMatch: etag, schema: adminUser }),
  });
  return { user: saved, link: null };
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
  /** Somebody is invited where nothing is mailed: here is the link, told this once. */
  onLink: (answer: InvitationAnswer & { link: string }) => void;
  onClose: () => void;
}

/** Add and edit (spec §2, §5 User dialog); closes when it is saved, and when the user is gone. */
export function UserDialog({ user, isOwn, onLink, onClose }: UserDialogProps) {
  const { t } = useTranslation();
  const [byLink, setByLink] = useState(false);
  const form = useForm<UserValues>({
    defaultValues: initialUser(user),
    resolver: zodResolver(user || byLink ? editUserForm : newUserForm),
  });
  const save = useChange({
    call: (values: UserValues) => {
      if (user) return updateUser(user, values, isOwn);
      return byLink ? inviteUser(values) : createUser(values);
    },
    isSecret: true,
    done: user ? 'userUpdated' : byLink ? 'invitationMade' : 'userCreated',
    failed: user ? 'failedToUpdateUser' : 'failedToCreateUser',
    isReasonEnough: true,
    refresh: (client) => client.invalidateQueries(usersQuery),
    onDone: ({ user: saved, link }, _values, client) => {
      onClose();
      if (link !== null) onLink({ user: saved, link });
      // The header shows the own name. Were the refetch to fail, the next load sets it right.
      if (saved.id === client.getQueryData(sessionQuery.queryKey)?.user.id)
        return refetchUser(client).catch(() => undefined);
    },
    onRefused: (error) => {
      // Deleted by another admin: there is nothing left to edit.
      if (error instanceof ApiError && error.status === 404) onClose();
      showRefusals(form, error);
    },
  });
  const submit = form.handleSubmit((values) => {
    const isSame = user && Object.keys(changedUser(user, values, isOwn)).length === 0;
    if (isSame) onClose();
    else save.mutate(values);
  });
  return (
    <FieldsDialog
      title={t(user ? 'editUser' : 'addUser')}
      save={t(byLink ? 'invite' : 'save')}
      pending={save.isPending}
      fields={form}
      discardText={t('discardUserText')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="username"
          label={t('username')}
          required
          hint={t('usernameHint')}
          className="sm:col-span-2"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          name="email"
          label={t('emailAddress')}
          required
          className="sm:col-span-2"
          type="email"
        />
        {!user && (
          <div className="sm:col-span-2">
            <Switch
              label={t('sendInvitation')}
              hint={t('sendInvitationHint')}
              checked={byLink}
              onChange={setByLink}
            />
          </div>
        )}
        {!user && !byLink && (
          <TextField
            name="password"
            label={t('password')}
            required
            hint={t('newUserPasswordHint', { n: MIN_PASSWORD })}
            className="sm:col-span-2"
            type="password"
            autoComplete="new-password"
          />
        )}
        <SelectField
          name="role"
          label={t('role')}
          hint={t(isOwn ? 'ownRoleHint' : roleHints[form.watch('role')])}
          options={rolesDown.map((value) => ({ value, label: t(roleWords[value]) }))}
          disabled={isOwn}
        />
        <SelectField
          name="status"
          label={t('status')}
          hint={t(isOwn ? 'ownStatusHint' : statusHints[form.watch('status')])}
          options={userStatuses.map((value) => ({ value, label: t(statusWords[value]) }))}
          disabled={isOwn}
        />
      </div>
    </FieldsDialog>
  );
}
