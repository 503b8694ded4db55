import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';

/** A checkbox inside its label, which `children` fill; `className` is for the label. */
export function Checkbox({ className, children, ...props }: ComponentProps<'input'>) {
  return (
    <label className={classNames('flex items-start gap-3', className)}>
      <input {...props} type="checkbox" className="mt-px size-4.5 shrink-0 accent-moss" />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
    </label>
  );
}
