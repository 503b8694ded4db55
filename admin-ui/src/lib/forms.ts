import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { fieldsOf } from './api.ts';

/** Puts the reasons why the server refused single fields beside them, and the focus on the last one. */
export function showRefusals<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  error: unknown,
): void {
  for (const [name, message] of Object.entries(fieldsOf(error))) {
    // Cast: checked to be one of the form's own names.
    if ((name.split('.')[0] ?? '') in form.getValues())
      form.setError(name as Path<Values>, { message }, { shouldFocus: true });
  }
}

/** Whether a key press asks to save: Ctrl/Cmd+Enter, in every form. */
export function isSaveKey({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}
