import { MIN_PASSWORD } from '@veldlicht/contract/limits';
import { useTranslation } from 'react-i18next';
import { TextField } from './text-form.tsx';

interface NewPasswordFieldsProps {
  /** Field of the new password; the repetition is `repeat`. */
  name: 'password' | 'newPassword';
  username: string;
  autoFocus?: boolean;
}

/** A new password, typed twice. */
export function NewPasswordFields({ name, username, autoFocus = false }: NewPasswordFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      <TextField
        name={name}
        label={t('newPassword')}
        hint={t('newPasswordHint', { n: MIN_PASSWORD })}
        type="password"
        autoComplete="new-password"
        autoFocus={autoFocus}
      />
      <TextField
        name="repeat"
        label={t('repeatPassword')}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
