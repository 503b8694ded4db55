import { createContext, type ReactNode, useContext, useId } from 'react';
import { serverText } from '#i18n/server-text.ts';
import { classNames } from '#lib/class-names.ts';

interface FieldIds {
  control: string;
  label: string;
  note: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

/** Attributes that tie a control to its label, hint and error; empty outside a Field. */
export function useFieldControl() {
  const ids = useContext(FieldContext);
  if (!ids) return {};
  return {
    id: ids.control,
    'aria-describedby': ids.note,
    'aria-invalid': ids.invalid || undefined,
    'aria-required': ids.required || undefined,
  };
}

/** Id of the label, for controls that are not labelable elements. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.label;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Takes the place of the hint; a reason is said in words. */
  error?: string | undefined;
  required?: boolean;
  className?: string;
  children: ReactNode;
}

/** Label above, control, and below it the hint or, in the same place, what is wrong. */
export function Field({ label, hint, error, required = false, className, children }: FieldProps) {
  const id = useId();
  const note = error ? serverText(error) : hint;
  const ids: FieldIds = {
    control: `${id}-control`,
    label: `${id}-label`,
    note: note ? `${id}-note` : undefined,
    invalid: Boolean(error),
    required,
  };
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label id={ids.label} htmlFor={ids.control} className="font-medium">
        {label}
        {required && (
          <span aria-hidden="true" className="ml-0.5 text-muted">
            *
          </span>
        )}
      </label>
      <FieldContext value={ids}>{children}</FieldContext>
      {note && (
        <div
          id={ids.note}
          role={error ? 'alert' : undefined}
          className={classNames('text-[0.8125rem]', error ? 'text-danger' : 'text-muted')}
        >
          {note}
        </div>
      )}
    </div>
  );
}
