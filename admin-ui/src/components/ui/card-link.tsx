import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** The way from a card to the page that it is about. */
export function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="group inline-flex items-center gap-1.5 font-medium text-moss underline-offset-4 hover:underline"
    >
      {children}
      <ArrowRight className="size-4 transition-transform duration-150 group-hover:translate-x-0.5" />
    </Link>
  );
}
