/** Fields of a form of react-hook-form, by their names; what is wrong with one stands beside it. */
import type { ComponentProps, ReactNode } from 'react';
import {
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useController,
  useFormContext,
} from 'react-hook-form';
import { FormDialog } from './form-dialog.tsx';
import { Field, PasswordInput, TextArea, TextInput } from './ui/field.tsx';
import { Select, type SelectOption } from './ui/select.tsx';

interface FormFieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
}

/** A field that is refused without words of its own still says that something is wrong. */
const errorOf = (message: string | undefined) => (message === '' ? 'refused' : message);

interface TextFieldProps extends Omit<ComponentProps<'input'>, keyof FormFieldProps> {
  /** Lines of a longer text. */
  rows?: number | undefined;
  inputClass?: string;
}

/** A text; also a password, which can be shown. */
export function TextField(props: FormFieldProps & TextFieldProps) {
  const { name, label, hint, required, className, rows, inputClass, ...input } = props;
  const { register, getFieldState, formState } = useFormContext();
  const error = errorOf(getFieldState(name, formState).error?.message);
  const shared = { autoComplete: 'off', ...register(name), placeholder: input.placeholder };
  const Input = input.type === 'password' ? PasswordInput : TextInput;
  return (
    <Field {...{ label, hint, error }} required={required ?? false} className={className ?? ''}>
      {rows ? (
        <TextArea rows={rows} {...shared} />
      ) : (
        <Input {...shared} {...input} className={inputClass} />
      )}
    </Field>
  );
}

interface SelectFieldProps<T extends string> extends FormFieldProps {
  options: ReadonlyArray<SelectOption<T>>;
  placeholder?: string;
  disabled?: boolean;
}

/** One of a few choices. */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { name, label, hint, required, className, ...select } = props;
  const { field, fieldState } = useController({ name });
  const error = errorOf(fieldState.error?.message);
  return (
    <Field {...{ label, hint, error }} required={required ?? false} className={className ?? ''}>
      <Select {...select} value={field.value ?? ''} onChange={field.onChange} />
    </Field>
  );
}

interface FieldsDialogProps<Values extends FieldValues, Sent>
  extends ComponentProps<typeof FormDialog> {
  fields: UseFormReturn<Values, unknown, Sent>;
}

/** A dialog with such a form. */
export function FieldsDialog<Values extends FieldValues, Sent>(
  props: FieldsDialogProps<Values, Sent>,
) {
  const { fields, children, ...dialog } = props;
  return (
    <FormDialog unsaved={fields.formState.isDirty} {...dialog}>
      <FormProvider {...fields}>{children}</FormProvider>
    </FormDialog>
  );
}
