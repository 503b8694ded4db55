import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** Puts the reasons why single fields are refused beside them, and the focus on the last one. */
export function showRefusals<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  fields: Record<string, string>,
): void {
  for (const [name, message] of Object.entries(fields)) {
    // Cast: checked to be one of the form's own names.
    if (name in form.getValues())
      form.setError(name as Path<Values>, { message }, { shouldFocus: true });
  }
}
