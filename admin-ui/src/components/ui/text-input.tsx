import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useFieldControl } from './field.tsx';

/** Looks of every box that takes a value. 16 px on phones, so that they do not zoom in. */
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
      // Contained: a letter typed lays out the box and nothing around it.
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
      // The browser brings the line of the caret into view, not the whole box.
      onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
      {...useFieldControl()}
      {...props}
      className={classNames(controlClass, 'w-full resize-y py-2', className)}
    />
  );
}
