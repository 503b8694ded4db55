import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

interface Credentials {
  username: string;
  password: string;
}

interface CredentialsFormProps {
  pending: boolean;
  onSubmit: (credentials: Credentials) => void;
}

/** First step of a sign-in; what was typed stays, also after a refusal. */
export function CredentialsForm({ pending, onSubmit }: CredentialsFormProps) {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [incomplete, setIncomplete] = useState(false);
  const errorId = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const credentials = { username: username.trim(), password };
    const complete = credentials.username !== '' && password !== '';
    setIncomplete(!complete);
    if (complete) onSubmit(credentials);
  };

  const Icon = shown ? EyeOff : Eye;
  return (
    <form noValidate onSubmit={submit} className="mt-8 flex flex-col gap-5">
      <Field label={t('username')}>
        <TextInput
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={username}
          onChange={(event) => setUsername(event.target.value)}
          aria-invalid={(incomplete && !username.trim()) || undefined}
          aria-describedby={incomplete ? errorId : undefined}
        />
      </Field>
      <Field label={t('password')}>
        <div className="relative">
          <TextInput
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            aria-invalid={(incomplete && !password) || undefined}
            aria-describedby={incomplete ? errorId : undefined}
            className="pr-11"
          />
          <IconButton
            label={t(shown ? 'hidePassword' : 'showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute top-0 right-0"
          >
            <Icon aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      </Field>
      {incomplete && (
        <p id={errorId} role="alert" className="text-danger">
          {t('enterUsernameAndPassword')}
        </p>
      )}
      <Button type="submit" pending={pending} className="mt-1 w-full">
        {t('signIn')}
      </Button>
    </form>
  );
}
