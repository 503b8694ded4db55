import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

export type BadgeLook = 'default' | 'secondary' | 'outline' | 'amber' | 'danger';

const looks: Record<BadgeLook, string> = {
  default: 'bg-moss text-on-moss',
  secondary: 'bg-moss-wash text-ink',
  outline: 'border border-hairline text-muted',
  amber: 'bg-amber-wash text-amber',
  danger: 'bg-danger-wash text-danger',
};

export function Badge({
  look = 'secondary',
  className,
  children,
}: {
  look?: BadgeLook;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        looks[look],
        className,
      )}
    >
      {children}
    </span>
  );
}
