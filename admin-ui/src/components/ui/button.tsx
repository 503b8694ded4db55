import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { Spinner } from './loading.tsx';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

const looks: Record<ButtonLook, string> = {
  primary: 'bg-moss text-on-moss hover:bg-moss-hover',
  secondary: 'border border-hairline bg-surface text-ink hover:border-edge',
  quiet: 'text-ink hover:bg-moss-wash',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
};

const base =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap ' +
  'transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-50 ' +
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-50';

/** Classes of a button, for links styled as one. */
export function buttonClass(look: ButtonLook = 'primary', size: 'md' | 'sm' = 'md'): string {
  return classNames(base, looks[look], size === 'md' ? 'h-10 px-4' : 'h-8 px-3 text-small');
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  size?: 'md' | 'sm';
  /** Shows a spinner and ignores presses. Not `disabled`: that would drop the focus. */
  pending?: boolean;
}

/** Stops a submit button too, and with it Enter in a field of its form. */
function ignorePress(event: MouseEvent): void {
  event.preventDefault();
}

export function Button({ look, size, pending, className, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-disabled={pending || props['aria-disabled']}
      onClick={pending ? ignorePress : props.onClick}
      className={classNames(buttonClass(look, size), className)}
    >
      {pending && <Spinner className="size-4" />}
      {children}
    </button>
  );
}

interface NewTabLinkProps extends Pick<ButtonProps, 'look' | 'size' | 'title'> {
  href: string;
  icon: LucideIcon;
  text: string;
}

/** A link styled as a button that opens a new tab and tells screen readers so. */
export function NewTabLink({ href, icon: Icon, text, title, ...props }: NewTabLinkProps) {
  const { look = 'secondary', size = 'sm' } = props;
  const { t } = useTranslation();
  return (
    <a href={href} target="_blank" rel="noopener" title={title} className={buttonClass(look, size)}>
      <Icon className="size-4" />
      {text}
      <span className="sr-only">{t('opensInNewTab')}</span>
    </a>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** Accessible name; also shown on hover. */
  label: string;
  /** At the usual size; `children` take an icon of another size. */
  icon?: LucideIcon;
}

const look = (className?: string) =>
  classNames(
    'inline-flex size-10 shrink-0 items-center justify-center rounded-md text-muted',
    'transition-colors duration-150 hover:bg-moss-wash hover:text-ink',
    'disabled:cursor-not-allowed disabled:opacity-50',
    className,
  );

/** A square icon button, 40 px for touch. */
export function IconButton({ label, icon: Icon, className, children, ...props }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} {...props} className={look(className)}>
      {Icon ? <Icon className="size-4" /> : children}
    </button>
  );
}

/** An icon button of a toolbar; on touch screens its label is visible. */
export function ToolButton({ label, icon: Icon, className, ...props }: IconButtonProps) {
  return (
    <IconButton
      label={label}
      {...props}
      className={classNames(
        'size-9 aria-pressed:bg-moss-wash aria-pressed:text-moss',
        'pointer-coarse:h-10 pointer-coarse:w-auto pointer-coarse:gap-1.5 pointer-coarse:px-2',
        className,
      )}
    >
      {Icon && <Icon className="size-4" />}
      <span className="hidden text-small pointer-coarse:inline">{label}</span>
    </IconButton>
  );
}

interface IconLinkProps {
  /** Accessible name, which must mention the new tab; also shown on hover. */
  label: string;
  href: string;
  children: ReactNode;
}

/** An `IconButton` that opens a new tab. */
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

/** Classes of a link inside text. */
export const linkClass = 'font-medium text-moss underline underline-offset-4 hover:text-moss-hover';
