import { Eye, EyeOff } from 'lucide-react';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useId,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { serverText } from '#i18n/failure-text.ts';
import { classNames } from '#lib/class-names.ts';
import { IconButton } from './button.tsx';

interface FieldIds {
  control: string;
  label: string;
  note: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

/** Attributes that link a control to its label, hint and error; empty outside a Field. */
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

/** Id of the label, for controls that `htmlFor` can't label. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.label;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Replaces the hint; a reason code or a text. */
  error?: string | undefined;
  required?: boolean;
  className?: string;
  children: ReactNode;
}

/** Label, control, and below it the hint or the error. */
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
          className={classNames('text-small', error ? 'text-danger' : 'text-muted')}
        >
          {note}
        </div>
      )}
    </div>
  );
}

/** Classes of every control that takes a value. 16 px on phones, or iOS zooms in on focus. */
export const controlClass =
  'min-w-0 rounded-md border border-hairline bg-surface px-3 text-base md:text-sm ' +
  'transition-colors duration-150 hover:border-edge focus-visible:border-moss ' +
  'focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger ' +
  'disabled:cursor-not-allowed disabled:opacity-60';

export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      {...useFieldControl()}
      {...props}
      // Contained, so that typing lays out this box only.
      className={classNames(
        controlClass,
        'block h-10 w-full [contain:size_layout_style]',
        className,
      )}
    />
  );
}

export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={3}
      // By itself the browser scrolls to the line of the caret only.
      onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
      {...useFieldControl()}
      {...props}
      className={classNames(controlClass, 'w-full resize-y py-2', className)}
    />
  );
}

export function PasswordInput({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className={classNames('pr-11', className)}
      />
      <IconButton
        icon={Icon}
        label={t(shown ? 'hidePassword' : 'showPassword')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0"
      />
    </div>
  );
}
