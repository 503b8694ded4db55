import { type InvitationAnswer, invitationAnswer } from '@veldlicht/contract/access-link';
import { MIN_PASSWORD } from '@veldlicht/contract/limits';
import {
  type AdminUser,
  email,
  newUser,
  roles,
  userStatus,
  userStatuses,
} from '@veldlicht/contract/user';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FieldsDialog, fieldsFor, useFields } from '#components/form-fields.tsx';
import { Switch } from '#components/ui/switch.tsx';
import type { TextKey } from '#i18n/en.ts';
import { ApiError, callApi } from '#lib/api.ts';
import { roleWords, statusWords } from '#lib/field-words.ts';
import { refetchUser } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';
import { users } from './users.ts';

/** Report "required" before "invalid". */
const emailRequired: TextKey = 'emailRequired';
const typedEmail = z.string().trim().min(1, { error: emailRequired, abort: true }).pipe(email);

/** What the dialog checks for a new user (spec §5 User dialog). */
export const newUserForm = newUser.extend({ email: typedEmail, status: userStatus });
export type UserValues = z.infer<typeof newUserForm>;

type SentUser = Partial<UserValues>;

/** The same for one that exists: there is no password to give. */
export const editUserForm = newUserForm.extend({ password: z.string() });

/** The start of the form. A new user may look first, and more when somebody says so. */
export function initialUser(user: AdminUser | null): UserValues {
  return {
    username: user?.username ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'viewer',
    status: user?.status ?? 'active',
    password: '',
  };
}

/** The fields to send of a user that exists: no password, and of the own account no role or status (product decisions §1). */
export function sentUser({ password: _, ...values }: UserValues, isOwn: boolean): SentUser {
  const { role: __, status: ___, ...own } = values;
  return isOwn ? own : values;
}

const { TextField, SelectField } = fieldsFor(newUserForm);

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
  onInvited: (answer: InvitationAnswer) => void;
  onClose: () => void;
}

/** Add and edit (spec §2, §5 User dialog); closes when it is saved, and when the user is gone. */
export function UserDialog({ user, isOwn, onInvited, onClose }: UserDialogProps) {
  const { t } = useTranslation();
  const [byLink, setByLink] = useState(false);
  const update = users.useSave<SentUser>(user, {
    isSecret: true,
    // The header shows the own name. Were the refetch to fail, the next load sets it right.
    onDone: (_saved, _values, client) =>
      isOwn ? refetchUser(client).catch(() => undefined) : undefined,
  });
  const invite = useChange({
    call: ({ password: _, ...payload }: SentUser) =>
      callApi('POST', '/api/admin/invitations', { payload, schema: invitationAnswer }),
    isSecret: true,
    done: 'invitationMade',
    failed: 'failedToCreateUser',
    isReasonEnough: true,
    refresh: users.refresh,
    onDone: onInvited,
  });
  const form = useFields({
    schema: user || byLink ? editUserForm : newUserForm,
    start: initialUser(user),
    save: byLink ? invite : update,
    toSend: (values) => (user ? sentUser(values, isOwn) : values),
    onSaved: onClose,
    onRefused: (error) => error instanceof ApiError && error.status === 404 && onClose(),
  });
  return (
    <FieldsDialog
      of={form}
      title={t(user ? 'editUser' : 'addUser')}
      save={t(byLink ? 'invite' : 'save')}
      discardText={t('discardUserText')}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="username"
          required
          hint={t('usernameHint')}
          className="sm:col-span-2"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField name="email" required className="sm:col-span-2" type="email" />
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
            required
            hint={t('newUserPasswordHint', { n: MIN_PASSWORD })}
            className="sm:col-span-2"
            type="password"
            autoComplete="new-password"
          />
        )}
        <SelectField
          name="role"
          hint={t(isOwn ? 'ownRoleHint' : roleHints[form.watch('role')])}
          options={rolesDown.map((value) => ({ value, label: t(roleWords[value]) }))}
          disabled={isOwn}
        />
        <SelectField
          name="status"
          hint={t(isOwn ? 'ownStatusHint' : statusHints[form.watch('status')])}
          options={userStatuses.map((value) => ({ value, label: t(statusWords[value]) }))}
          disabled={isOwn}
        />
      </div>
    </FieldsDialog>
  );
}
