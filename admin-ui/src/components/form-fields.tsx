/**
 * Forms over a schema of the contract: `useFields` validates and submits, `fieldsFor` types the names of the fields,
 * and errors appear beside their fields.
 */
import type { ComponentProps, ReactNode } from 'react';
import {
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useController,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { fieldText } from '#lib/field-words.ts';
import { FormDialog } from './form-dialog.tsx';
import { errorOf, type FormFieldProps, TextField } from './text-form.tsx';
import { Field } from './ui/field.tsx';
import { Select, type SelectOption } from './ui/select.tsx';
import { Switch } from './ui/switch.tsx';

export { FieldsForm, useFields } from './text-form.tsx';

interface SelectFieldProps<Name extends string, T extends string> extends FormFieldProps<Name> {
  options: ReadonlyArray<SelectOption<T>>;
  placeholder?: string;
  disabled?: boolean;
}

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

interface SwitchFieldProps<Name extends string> {
  name: Name;
  label?: string;
  hint?: ReactNode;
  disabled?: boolean;
}

function SwitchField<Name extends string>({ name, label, ...props }: SwitchFieldProps<Name>) {
  const { t } = useTranslation();
  const { field } = useController({ name });
  return (
    <Switch
      {...props}
      label={label ?? fieldText(name, t)}
      checked={field.value === true}
      onChange={field.onChange}
    />
  );
}

/** Fields of a form over a schema; an unknown name fails to compile. */
export function fieldsFor<In extends FieldValues>(_schema: z.ZodType<unknown, In>) {
  return {
    TextField: TextField<Path<In>>,
    SelectField: SelectField<Path<In>, string>,
    SwitchField: SwitchField<Path<In>>,
  };
}

interface FieldsDialogProps<In extends FieldValues, Out>
  extends Omit<ComponentProps<typeof FormDialog>, 'pending' | 'onSubmit'> {
  of: UseFormReturn<In, unknown, Out> & { submit: () => unknown; isPending: boolean };
}

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
