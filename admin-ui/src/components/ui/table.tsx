import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';

/** A table of hairlines that scrolls sideways on narrow screens. */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <div className="overflow-x-auto rounded-lg border border-hairline bg-surface">
      <table {...props} className={classNames('w-full border-collapse text-left', className)} />
    </div>
  );
}

export function TableHead({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...props}
      className={classNames('h-10 px-4 text-[0.8125rem] font-medium text-muted', className)}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td {...props} className={classNames('h-12 border-t border-hairline px-4 py-2', className)} />
  );
}
