/**
 * The one way to make a form: the contract's schema says what may be sent, `useFields` checks it and sends it,
 * and fields of `fieldsFor` know the names of the schema. What is wrong with one stands beside it.
 */
import { zodResolver } from '@hookform/resolvers/zod';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useController,
  useForm,
  useFormContext,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { fieldText } from '#lib/field-words.ts';
import { isSaveKey, showRefusals } from '#lib/forms.ts';
import { FormDialog } from './form-dialog.tsx';
import { Field, PasswordInput, TextArea, TextInput } from './ui/field.tsx';
import { Select, type SelectOption } from './ui/select.tsx';

interface FieldsOptions<In extends FieldValues, Out, Sent> {
  schema: z.ZodType<Out, In>;
  start: DefaultValues<In>;
  /** A change of `useChange`. Field errors of the server appear beside their fields. */
  save: {
    isPending: boolean;
    mutate: (
      values: Sent,
      then: { onSuccess: () => void; onError: (error: Error) => void },
    ) => void;
  };
  /** Maps checked values to the payload; all of them by default. */
  toSend?: (values: Out) => Sent;
  onSaved?: () => void;
  onRefused?: (error: Error) => void;
  /** What was typed can't be sent. */
  onInvalid?: (errors: FieldErrors<In>) => void;
}

/** A form over a schema. */
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
  const form = useForm<In, unknown, Out>({ defaultValues: start, resolver: zodResolver(schema) });
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

interface FormFieldProps<Name extends string> {
  name: Name;
  /** Defaults to the text of the field's name. */
  label?: string;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
}

/** Falls back to a general message for a field error without a text. */
const errorOf = (message: string | undefined) => (message === '' ? 'refused' : message);

interface TextFieldProps<Name extends string>
  extends FormFieldProps<Name>,
    Omit<ComponentProps<'input'>, keyof FormFieldProps<Name>> {
  /** Lines of a longer text. */
  rows?: number | undefined;
  inputClass?: string;
}

/** A text; also a password, which can be shown. */
function TextField<Name extends string>(props: TextFieldProps<Name>) {
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

interface SelectFieldProps<Name extends string, T extends string> extends FormFieldProps<Name> {
  options: ReadonlyArray<SelectOption<T>>;
  placeholder?: string;
  disabled?: boolean;
}

/** One of a few choices. */
function SelectField<Name extends string, T extends string>(props: SelectFieldProps<Name, T>) {
  const { name, label, hint, required, className, ...select } = props;
  const { t } = useTranslation();
  const { field, fieldState } = useController({ name });
  const shared = { label: label ?? fieldText(name, t), hint, required, className };
  return (
    <Field {...shared} error={errorOf(fieldState.error?.message)}>
      <Select {...select} value={field.value ?? ''} onChange={field.onChange} />
    </Field>
  );
}

/** Fields of a form over a schema; an unknown name fails to compile. */
export function fieldsFor<In extends FieldValues>(_schema: z.ZodType<unknown, In>) {
  return { TextField: TextField<Path<In>>, SelectField: SelectField<Path<In>, string> };
}

interface FieldsFormProps<In extends FieldValues, Out> {
  of: UseFormReturn<In, unknown, Out> & { submit: () => unknown };
  className?: string;
  /** Escape leaves it. */
  onCancel?: () => void;
  children: ReactNode;
}

/** Such a form on a page: Ctrl/Cmd+Enter sends it too. */
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

interface FieldsDialogProps<In extends FieldValues, Out>
  extends Omit<ComponentProps<typeof FormDialog>, 'pending' | 'onSubmit'> {
  of: UseFormReturn<In, unknown, Out> & { submit: () => unknown; isPending: boolean };
}

/** Such a form in a dialog. */
export function FieldsDialog<In extends FieldValues, Out>(props: FieldsDialogProps<In, Out>) {
  const { of: fields, children, ...dialog } = props;
  return (
    <FormDialog
      unsaved={fields.formState.isDirty}
      pending={fields.isPending}
      onSubmit={fields.submit}
      {...dialog}
    >
      <FormProvider {...fields}>{children}</FormProvider>
    </FormDialog>
  );
}
