import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonLook } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { notify } from '#lib/notify.ts';

interface CodeEntryProps {
  label: string;
  hint?: string;
  /** What stays of the text while it is typed. */
  clean: (typed: string) => string;
  digitsOnly?: boolean;
  confirm: string;
  look?: ButtonLook;
  pending: boolean;
  takesFocus?: boolean;
  /** `reset` empties the field and goes there: for a code that was refused. */
  onSubmit: (code: string, reset: () => void) => void;
  onCancel: () => void;
}

/** A field for a second-factor code with its two buttons. */
export function CodeEntry(props: CodeEntryProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { takesFocus = false } = props;

  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (props.pending) return;
    notify.clear();
    if (code === '') {
      notify.error(t('error'), t('code_required'));
      field.current?.focus();
      return;
    }
    props.onSubmit(code, () => {
      setCode('');
      field.current?.focus();
    });
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={props.label} hint={props.hint} className="max-w-60">
        <TextInput
          ref={field}
          name="code"
          autoComplete="one-time-code"
          inputMode={props.digitsOnly ? 'numeric' : 'text'}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(props.clean(event.target.value))}
          className="font-mono tracking-[0.2em]"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look={props.look ?? 'primary'} pending={props.pending}>
          {props.confirm}
        </Button>
        <Button look="quiet" onClick={props.onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
