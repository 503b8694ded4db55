import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { notify } from '#lib/notify.ts';
import type { Credentials, LoginWait } from './login-state.ts';
import { WaitNotice } from './wait-notice.tsx';

interface CredentialsFormProps {
  /** What was typed before the second step. */
  initial: Credentials;
  /** Rises with each refusal; the password then takes the focus. */
  round: number;
  pending: boolean;
  wait: LoginWait | null;
  onWaitOver: () => void;
  onSubmit: (credentials: Credentials) => void;
}

/** First step of a sign-in; what was typed stays, also after a refusal. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { t } = useTranslation();
  const [username, setUsername] = useState(props.initial.username);
  const [password, setPassword] = useState(props.initial.password);
  const [incomplete, setIncomplete] = useState(false);
  const errorId = useId();
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (props.round > 0) passwordField.current?.select();
  }, [props.round]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const credentials = { username: username.trim(), password };
    const complete = credentials.username !== '' && password !== '';
    setIncomplete(!complete);
    if (complete) return props.onSubmit(credentials);
    notify.clear();
    (credentials.username === '' ? usernameField : passwordField).current?.focus();
  };

  return (
    <form noValidate onSubmit={submit} className="mt-8 flex flex-col gap-5">
      <Field label={t('username')}>
        <TextInput
          ref={usernameField}
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
        <PasswordInput
          ref={passwordField}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          aria-invalid={(incomplete && !password) || undefined}
          aria-describedby={incomplete ? errorId : undefined}
        />
      </Field>
      {incomplete && (
        <p id={errorId} role="alert" className="text-danger">
          {t('username_and_password_required')}
        </p>
      )}
      {props.wait && <WaitNotice wait={props.wait} onOver={props.onWaitOver} />}
      <Button
        type="submit"
        pending={props.pending}
        disabled={props.wait !== null}
        className="mt-1 w-full"
      >
        {t('signIn')}
      </Button>
    </form>
  );
}
