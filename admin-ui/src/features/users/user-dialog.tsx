import { type InvitationAnswer, invitationAnswer } from '@veldlicht/contract/access-link';
import { MIN_PASSWORD } from '@veldlicht/contract/limits';
import {
  type AdminUser,
  email,
  isPlaceholderEmail,
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

/** Form of a new user (spec §5 User dialog). */
export const newUserForm = newUser.extend({ email: typedEmail, status: userStatus });
export type UserValues = z.infer<typeof newUserForm>;

type SentUser = Partial<UserValues>;

/** Form of an existing user, without a password. */
export const editUserForm = newUserForm.extend({ password: z.string() });

/** Initial values. A new user is a viewer; a placeholder address shows as empty. */
export function initialUser(user: AdminUser | null): UserValues {
  return {
    username: user?.username ?? '',
    email: user && !isPlaceholderEmail(user.email) ? user.email : '',
    role: user?.role ?? 'viewer',
    status: user?.status ?? 'active',
    password: '',
  };
}

/** Payload for an existing user: no password, and of the own account no role or status. */
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

/** Highest first. */
const rolesDown = [...roles].reverse();

interface UserDialogProps {
  /** Null creates one. */
  user: AdminUser | null;
  /** Disables role and status. */
  isOwn: boolean;
  onInvited: (answer: InvitationAnswer) => void;
  onClose: () => void;
}

/** Adds or edits a user (spec §2, §5 User dialog); also closes if the user no longer exists. */
export function UserDialog({ user, isOwn, onInvited, onClose }: UserDialogProps) {
  const { t } = useTranslation();
  const [byLink, setByLink] = useState(false);
  const update = users.useSave<SentUser>(user, {
    isSecret: true,
    // The header shows the own name. If the refetch fails, the next load corrects it.
    onDone: (_saved, _values, client) =>
      isOwn ? refetchUser(client).catch(() => undefined) : undefined,
  });
  const invite = useChange({
    call: ({ password: _, ...payload }: SentUser) =>
      callApi('POST', '/api/admin/invitations', { payload, schema: invitationAnswer }),
    isSecret: true,
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
