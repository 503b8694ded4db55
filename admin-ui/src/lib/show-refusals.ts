import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { fieldsOf } from './api-error.ts';

/** Puts the reasons why the server refused single fields beside them, and the focus on the last one. */
export function showRefusals<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  error: unknown,
): void {
  for (const [name, message] of Object.entries(fieldsOf(error))) {
    // Cast: checked to be one of the form's own names.
    if (name in form.getValues())
      form.setError(name as Path<Values>, { message }, { shouldFocus: true });
  }
}
