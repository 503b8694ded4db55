/** What every question for a second-factor code shows: its field, and how long no try is taken. */
import { type Ref, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, TextInput } from '#components/ui/field.tsx';
import { serverText, waitText } from '#i18n/failure-text.ts';
import { classNames } from '#lib/class-names.ts';
import type { LoginWait } from './login.ts';

/** What a code of either kind is called, and the way to the other kind. */
export const codeWords = {
  authenticator: {
    label: 'verificationCode',
    hint: 'verificationCodeHint',
    other: 'useBackupCode',
  },
  backup: { label: 'backupCode', hint: 'backupCodeHint', other: 'useAuthenticatorCode' },
} as const;

interface CodeFieldProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** Phones show digits for it. */
  digits: boolean;
  value: string;
  /** Gets what is typed as it is. */
  onType: (typed: string) => void;
  ref: Ref<HTMLInputElement>;
  className?: string;
  inputClass?: string;
}

export function CodeField(props: CodeFieldProps) {
  const { label, hint, error, className, inputClass = 'tracking-[0.2em]' } = props;
  return (
    <Field label={label} hint={hint} error={error} className={className ?? ''}>
      <TextInput
        ref={props.ref}
        name="code"
        autoComplete="one-time-code"
        inputMode={props.digits ? 'numeric' : 'text'}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        value={props.value}
        onChange={(event) => props.onType(event.target.value)}
        className={classNames('font-mono', inputClass)}
      />
    </Field>
  );
}

const SECOND = 1000;

/** Whole seconds until an instant (milliseconds since 1970), ticking; tells once it has come. */
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
      // On the full second, so that the figure never jumps by two.
      else timer = setTimeout(tick, left % SECOND || SECOND);
    };
    tick();
    return () => clearTimeout(timer);
  }, [until]);

  return Math.max(0, Math.ceil((until - now) / SECOND));
}

/** Why no try is taken now, and for how long; the figures count down without being read out. */
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
