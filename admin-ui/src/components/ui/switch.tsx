import { Switch as Base } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Base.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative mt-px inline-flex h-5 w-9 shrink-0 rounded-full border border-edge bg-deep transition-colors duration-150 data-checked:border-moss data-checked:bg-moss data-disabled:opacity-50"
      >
        <Base.Thumb className="m-[2px] size-3.5 rounded-full bg-edge transition-transform duration-150 data-checked:translate-x-4 data-checked:bg-on-moss" />
      </Base.Root>
      <div className="min-w-0">
        <label htmlFor={id} className="cursor-pointer font-medium">
          {label}
        </label>
        {hint && (
          <div id={`${id}-hint`} className="text-small text-muted">
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}
