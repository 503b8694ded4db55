import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { LoginEvent, LoginState } from './login-state.ts';
import { WaitNotice } from './wait-notice.tsx';

interface CodeFormProps {
  state: LoginState;
  pending: boolean;
  dispatch: (event: LoginEvent) => void;
  onSubmit: () => void;
}

/** What a code of either kind is called, and the way to the other kind. */
export const codeWords = {
  authenticator: {
    label: 'verificationCode',
    hint: 'verificationCodeHint',
    other: 'useBackupCode',
  },
  backup: { label: 'backupCode', hint: 'backupCodeHint', other: 'useAuthenticatorCode' },
} as const;

/** Second step of a sign-in: a code of the authenticator app, or a backup code (spec §2, §5). */
export function CodeForm({ state, pending, dispatch, onSubmit }: CodeFormProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const { kind, round, wait } = state;
  const { label, hint, other } = codeWords[kind];

  useEffect(() => field.current?.focus(), [round]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };

  return (
    <form noValidate onSubmit={submit} className="mt-8 flex flex-col gap-5">
      <Field
        label={t(label)}
        hint={t(hint)}
        error={state.codeMissing ? t('verification_code_required') : undefined}
      >
        <TextInput
          ref={field}
          name="code"
          autoComplete="one-time-code"
          inputMode={kind === 'authenticator' ? 'numeric' : 'text'}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          value={state.code}
          onChange={(event) => dispatch({ type: 'code-typed', text: event.target.value })}
          className="h-12 font-mono text-lg tracking-[0.25em] md:text-lg"
        />
      </Field>
      {wait && <WaitNotice wait={wait} onOver={() => dispatch({ type: 'wait-over' })} />}
      <Button type="submit" pending={pending} disabled={wait !== null} className="mt-1 w-full">
        {t('verify')}
      </Button>
      <div className="-mx-3 flex flex-wrap justify-between gap-1">
        <Button look="quiet" size="sm" onClick={() => dispatch({ type: 'kind-toggled' })}>
          {t(other)}
        </Button>
        <Button look="quiet" size="sm" onClick={() => dispatch({ type: 'went-back' })}>
          {t('back')}
        </Button>
      </div>
    </form>
  );
}
