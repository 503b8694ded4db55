import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { fieldsOf } from './api.ts';

/** Shows the server's field errors beside the fields, and focuses the last one. */
export function showRefusals<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  error: unknown,
): void {
  for (const [name, message] of Object.entries(fieldsOf(error))) {
    // Cast: checked to be a field of the form.
    if ((name.split('.')[0] ?? '') in form.getValues())
      form.setError(name as Path<Values>, { message }, { shouldFocus: true });
  }
}

/** Ctrl/Cmd+Enter saves, in every form. */
export function isSaveKey({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}
