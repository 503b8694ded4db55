import { MIN_PASSWORD } from '@veldlicht/contract/limits';
import { roles, userStatuses } from '@veldlicht/contract/user';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { serverText } from '#i18n/server-text.ts';
import { roleWords, statusWords } from '#lib/role-words.ts';
import type { UserValues } from './user-form-values.ts';

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
export function UserFields({ isNew, isOwn }: UserFieldsProps) {
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
