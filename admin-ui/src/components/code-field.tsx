/** Field for a second-factor code, and the countdown while no attempts are accepted. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { serverText, waitText } from '#i18n/failure-text.ts';
import { classNames } from '#lib/class-names.ts';
import { type CodeKind, cleanCode, cleanDigits, type LoginWait, otherKind } from '#lib/login.ts';
import { Button } from './ui/button.tsx';
import { Field, TextInput } from './ui/field.tsx';

/** Label, cleaning while typing, and phone keyboard of each kind of code. */
const codes = {
  authenticator: {
    label: 'verificationCode',
    hint: 'verificationCodeHint',
    clean: (typed: string) => cleanCode(typed, 'authenticator'),
    keys: 'numeric',
  },
  backup: {
    label: 'backupCode',
    hint: 'backupCodeHint',
    clean: (typed: string) => cleanCode(typed, 'backup'),
    keys: 'text',
  },
  /** The code that proves a new phone. */
  first: { label: 'sixDigitCode', hint: 'sixDigitCodeHint', clean: cleanDigits, keys: 'numeric' },
  either: {
    label: 'code',
    hint: null,
    clean: (typed: string) => cleanCode(typed, 'backup'),
    keys: 'text',
  },
} as const;

interface CodeFieldProps {
  name: string;
  kind: keyof typeof codes;
  className?: string;
  inputClass?: string;
}

export function CodeField(props: CodeFieldProps) {
  const { name, kind, className = '', inputClass = 'tracking-[0.2em]' } = props;
  const { t } = useTranslation();
  const { field, fieldState } = useController({ name });
  const { label, hint, clean, keys } = codes[kind];
  return (
    <Field
      label={t(label)}
      hint={hint && t(hint)}
      error={fieldState.error?.message}
      className={className}
    >
      <TextInput
        {...field}
        autoComplete="one-time-code"
        inputMode={keys}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => field.onChange(clean(event.target.value))}
        className={classNames('font-mono', inputClass)}
      />
    </Field>
  );
}

const otherWords = { authenticator: 'useBackupCode', backup: 'useAuthenticatorCode' } as const;

export function OtherCode(props: { kind: CodeKind; onChoose: (kind: CodeKind) => void }) {
  const { kind, onChoose } = props;
  const { t } = useTranslation();
  return (
    <Button look="quiet" size="sm" onClick={() => onChoose(otherKind[kind])}>
      {t(otherWords[kind])}
    </Button>
  );
}

const SECOND = 1000;

/** Ticking whole seconds until an instant (milliseconds since 1970); calls `onOver` then. */
function useCountdown(until: number, onOver: () => void): number {
  const [now, setNow] = useState(() => Date.now());
  const over = useEffectEvent(onOver);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = Date.now();
      setNow(at);
      const left = until - at;
      if (left <= 0) over();
      // On the full second, so that no number is skipped.
      else timer = setTimeout(tick, left % SECOND || SECOND);
    };
    tick();
    return () => clearTimeout(timer);
  }, [until]);

  return Math.max(0, Math.ceil((until - now) / SECOND));
}

/** Says why no attempts are accepted, and for how long; screen readers do not announce the countdown. */
export function WaitNotice({ wait, onOver }: { wait: LoginWait; onOver: () => void }) {
  const { t } = useTranslation();
  const seconds = useCountdown(wait.until, onOver);
  return (
    <div className="rounded-md bg-danger-wash px-3 py-2.5 text-danger">
      <p role="alert" className="font-medium">
        {serverText(wait.reason)}
      </p>
      <p role="timer" className="tabular-nums">
        {t('tryAgainIn', { wait: waitText(seconds) })}
      </p>
    </div>
  );
}
