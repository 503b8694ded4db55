import { ArrowRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/class-names.ts';

export function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="group self-start font-medium text-moss underline-offset-4 hover:underline"
    >
      {children}
      {/* A space that does not break: the arrow stays with the last word. */}
      <span className="whitespace-nowrap">
        {'\u00a0'}
        <ArrowRight className="inline size-4 align-[-0.15em] transition-transform duration-150 group-hover:translate-x-0.5" />
      </span>
    </Link>
  );
}

interface CardRowProps {
  icon: LucideIcon;
  isAlarming?: boolean | undefined;
  to?: string | undefined;
  title: string;
  hint?: string;
}

/** A row of a flush card; with `to` it is a link. */
export function CardRow({ icon: Icon, isAlarming, to, title, hint }: CardRowProps) {
  const row = 'flex items-center gap-3 border-t border-hairline px-4 py-3 lg:gap-4 lg:px-6';
  const inside = (
    <>
      <Icon className={classNames('size-5 shrink-0', isAlarming ? 'text-danger' : 'text-moss')} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium hyphens-auto">{title}</span>
        {hint && <span className="block text-small text-muted">{hint}</span>}
      </span>
    </>
  );
  if (!to) return <p className={row}>{inside}</p>;
  return (
    <Link
      to={to}
      className={`group transition-colors duration-150 hover:bg-moss-wash/60 focus-visible:-outline-offset-2 ${row}`}
    >
      {inside}
      <ArrowRight className="size-4 shrink-0 text-muted md:max-lg:hidden transition-transform duration-150 group-hover:translate-x-0.5" />
    </Link>
  );
}
