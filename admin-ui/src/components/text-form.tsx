/** Text forms over a schema: all that the pages before signing in need, and the base of `form-fields.tsx`. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  FormProvider,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
  useFormContext,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { fieldText } from '#lib/field-words.ts';
import { isSaveKey, showRefusals } from '#lib/forms.ts';
import { Field, PasswordInput, TextArea, TextInput } from './ui/field.tsx';

/** A schema, or its loader: pages before signing in load it at the first letter. */
export type FormSchema<In, Out = unknown> =
  | z.ZodType<Out, In>
  | (() => Promise<z.ZodType<Out, In>>);

interface FieldsOptions<In extends FieldValues, Out, Sent> {
  schema: FormSchema<In, Out>;
  start: DefaultValues<In>;
  /** A `useChange`; the server's field errors appear beside their fields. */
  save: {
    isPending: boolean;
    mutate: (
      values: Sent,
      then: { onSuccess: () => void; onError: (error: Error) => void },
    ) => void;
  };
  /** Maps validated values to the payload; the values themselves by default. */
  toSend?: (values: Out) => Sent;
  onSaved?: () => void;
  onRefused?: (error: Error) => void;
  onInvalid?: (errors: FieldErrors<In>) => void;
}

function resolverOf<In extends FieldValues, Out>(
  schema: FormSchema<In, Out>,
): Resolver<In, unknown, Out> {
  const by = (loaded: z.ZodType<Out, In>) => standardSchemaResolver<In, unknown, Out>(loaded);
  if (typeof schema !== 'function') return by(schema);
  return async (values, context, options) => {
    const loaded = await schema().catch(() => null);
    if (loaded) return by(loaded)(values, context, options);
    // Cast: sent unchecked when the schema failed to load; the server validates too.
    return { values: values as unknown as Out, errors: {} };
  };
}

export function useFields<In extends FieldValues, Out, Sent = Out>(
  options: FieldsOptions<In, Out, Sent>,
) {
  // Cast: without `toSend` the payload is the checked values.
  const {
    schema,
    start,
    save,
    onSaved,
    onRefused,
    toSend = (values) => values as unknown as Sent,
  } = options;
  const form = useForm<In, unknown, Out>({ defaultValues: start, resolver: resolverOf(schema) });
  const { isDirty } = form.formState;
  useEffect(() => {
    // Loads before the form is submitted.
    if (isDirty && typeof schema === 'function') schema().catch(() => undefined);
  }, [isDirty, schema]);
  const submit = form.handleSubmit(
    (values) =>
      save.mutate(toSend(values), {
        onSuccess: () => onSaved?.(),
        onError: (error) => {
          showRefusals(form, error);
          onRefused?.(error);
        },
      }),
    options.onInvalid,
  );
  return { ...form, submit, isPending: save.isPending };
}

export interface FormFieldProps<Name extends string> {
  name: Name;
  /** The text of the field's name by default. */
  label?: string;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
}

/** Replaces an empty error by a general one. */
export const errorOf = (message: string | undefined) => (message === '' ? 'refused' : message);

interface TextFieldProps<Name extends string>
  extends FormFieldProps<Name>,
    Omit<ComponentProps<'input'>, keyof FormFieldProps<Name>> {
  rows?: number | undefined;
  inputClass?: string;
}

/** A text, text area (`rows`) or password. */
export function TextField<Name extends string>(props: TextFieldProps<Name>) {
  const { name, label, hint, required, className, rows, inputClass, ...input } = props;
  const { t } = useTranslation();
  const { register, getFieldState, formState } = useFormContext();
  const field = { label: label ?? fieldText(name, t), hint, required, className };
  const shared = { autoComplete: 'off', ...register(name), placeholder: input.placeholder };
  const Input = input.type === 'password' ? PasswordInput : TextInput;
  return (
    <Field {...field} error={errorOf(getFieldState(name, formState).error?.message)}>
      {rows ? (
        <TextArea rows={rows} {...shared} lang={input.lang} className={inputClass} />
      ) : (
        <Input {...shared} {...input} className={inputClass} />
      )}
    </Field>
  );
}

/** Text fields of a schema; an unknown name fails to compile. */
export function textFieldFor<In extends FieldValues>(_schema: FormSchema<In>) {
  return TextField<Path<In>>;
}

interface FieldsFormProps<In extends FieldValues, Out> {
  of: UseFormReturn<In, unknown, Out> & { submit: () => unknown };
  className?: string;
  /** On Escape. */
  onCancel?: () => void;
  children: ReactNode;
}

/** The form element; Ctrl/Cmd+Enter submits it too. */
export function FieldsForm<In extends FieldValues, Out>(props: FieldsFormProps<In, Out>) {
  const { of: fields, className, onCancel, children } = props;
  const send = (event: { preventDefault: () => void; stopPropagation: () => void }) => {
    event.preventDefault();
    // A form of the page may have this one among its React children.
    event.stopPropagation();
    void fields.submit();
  };
  return (
    <form
      noValidate
      onSubmit={send}
      onKeyDown={(event: KeyboardEvent) => {
        if (isSaveKey(event)) send(event);
        if (event.key === 'Escape') onCancel?.();
      }}
      className={className}
    >
      <FormProvider {...fields}>{children}</FormProvider>
    </form>
  );
}
