import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

interface IconButtonProps extends ComponentProps<'button'> {
  /** Spoken name; also shown on hover. */
  label: string;
  /** `children` are for an icon of another size. */
  icon?: LucideIcon;
}

const look = (className?: string) =>
  classNames(
    'inline-flex size-10 shrink-0 items-center justify-center rounded-md text-muted',
    'transition-colors duration-150 hover:bg-moss-wash hover:text-ink',
    'disabled:cursor-not-allowed disabled:opacity-50',
    className,
  );

/** A square button with an icon and nothing else; at least 40 px, for fingers too. */
export function IconButton({ label, icon: Icon, className, children, ...props }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} {...props} className={look(className)}>
      {Icon ? <Icon className="size-4" /> : children}
    </button>
  );
}

interface IconLinkProps {
  /** Spoken name, which says that a new tab opens; also shown on hover. */
  label: string;
  href: string;
  /** The icon. */
  children: ReactNode;
}

/** As `IconButton`, for what opens in a tab of its own. */
export function IconLink({ label, href, children }: IconLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      aria-label={label}
      title={label}
      className={look()}
    >
      {children}
    </a>
  );
}
