import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';

const tones = {
  danger: 'bg-danger-wash text-danger',
  amber: 'bg-amber-wash text-amber',
  moss: 'bg-moss-wash',
};

interface NoticeProps extends ComponentProps<'p'> {
  tone: keyof typeof tones;
}

export function Notice({ tone, className, ...props }: NoticeProps) {
  return <p {...props} className={classNames('rounded-md px-3 py-2.5', tones[tone], className)} />;
}
