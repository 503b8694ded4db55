import { zodResolver } from '@hookform/resolvers/zod';
import { MIN_PASSWORD } from '@veldlicht/contract/limits';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { serverText } from '#i18n/server-text.ts';
import { noPasswords, type PasswordValues, passwordValues } from './password-values.ts';
import { useChangePassword } from './use-change-password.ts';

/** Changes one's own password. `username` tells password managers whose it is. */
export function PasswordForm({ username }: { username: string }) {
  const { t } = useTranslation();
  const form = useForm<PasswordValues>({
    defaultValues: noPasswords,
    resolver: zodResolver(passwordValues),
  });
  const change = useChangePassword({
    onDone: () => form.reset(),
    onFields: (fields) => {
      for (const [name, message] of Object.entries(fields))
        if (name === 'currentPassword' || name === 'newPassword')
          form.setError(name, { message }, { shouldFocus: true });
    },
  });
  const { errors } = form.formState;
  const errorOf = (name: keyof PasswordValues) => {
    const message = errors[name]?.message;
    return message ? serverText(message) : undefined;
  };
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((values) => change.send(values))}
      className="flex flex-col gap-5 rounded-lg border border-hairline bg-surface p-4 md:p-6"
    >
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field label={t('currentPassword')} error={errorOf('currentPassword')}>
        <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
      </Field>
      <Field
        label={t('newPassword')}
        hint={t('newPasswordHint', { n: MIN_PASSWORD })}
        error={errorOf('newPassword')}
      >
        <PasswordInput {...form.register('newPassword')} autoComplete="new-password" />
      </Field>
      <Field label={t('repeatPassword')} error={errorOf('repeat')}>
        <PasswordInput {...form.register('repeat')} autoComplete="new-password" />
      </Field>
      <Button type="submit" pending={change.pending} className="self-start">
        {t('changePassword')}
      </Button>
    </form>
  );
}
