import type { ReactNode } from 'react';
import { type FieldPath, useFormContext } from 'react-hook-form';
import { Field } from '#components/ui/field.tsx';
import { TextArea, TextInput } from '#components/ui/text-input.tsx';
import { serverText } from '#i18n/server-text.ts';
import type { SettingsValues } from './settings-values.ts';

interface SettingsFieldProps {
  name: FieldPath<SettingsValues>;
  label: string;
  hint?: ReactNode;
  /** What visitors read while the field is empty. */
  placeholder?: string;
  type?: 'text' | 'email' | 'url';
  /** Lines of a longer text. */
  rows?: number;
  className?: string;
}

/** One text of the settings with its label, hint and error. */
export function SettingsField(props: SettingsFieldProps) {
  const { name, label, hint, placeholder, type = 'text', rows, className } = props;
  const { register, getFieldState, formState } = useFormContext<SettingsValues>();
  const message = getFieldState(name, formState).error?.message;
  // A field that is refused without words of its own still says that something is wrong.
  const error = message === undefined ? undefined : serverText(message || 'refused');
  const shared = { ...register(name), placeholder, autoComplete: 'off' };
  return (
    <Field label={label} hint={hint} error={error} {...(className && { className })}>
      {rows ? (
        <TextArea rows={rows} {...shared} />
      ) : (
        <TextInput type={type} inputMode={type} spellCheck={type === 'text'} {...shared} />
      )}
    </Field>
  );
}
