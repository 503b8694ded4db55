import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';

interface CheckboxProps {
  /** Spoken name. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A bare tick box, for tables and cards. */
export function Checkbox({ label, checked, onChange, disabled }: CheckboxProps) {
  return (
    <Base.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      className="inline-flex size-5 items-center justify-center rounded-xs border border-edge bg-surface data-checked:border-moss data-checked:bg-moss"
    >
      <Base.Indicator>
        <Check aria-hidden="true" className="size-4 text-on-moss" />
      </Base.Indicator>
    </Base.Root>
  );
}
