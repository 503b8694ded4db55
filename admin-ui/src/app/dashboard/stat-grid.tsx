import type { ReactNode } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';

interface StatProps {
  label: string;
  /** undefined while it loads. */
  value: ReactNode | undefined;
  hint: ReactNode;
  alarming?: boolean;
  /** Words are set smaller than figures. */
  words?: boolean;
}

/** One fact: its name, itself, and a line about it. */
export function Stat({ label, value, hint, alarming, words }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col bg-surface p-4 md:p-6">
      <dt className="text-muted">{label}</dt>
      <dd
        className={classNames(
          'mt-1 flex min-h-9 items-center font-semibold tracking-tight',
          words ? 'text-xl' : 'text-3xl',
          alarming && 'text-danger',
        )}
      >
        {value ?? <Skeleton className="h-8 w-16" />}
      </dd>
      <dd className="mt-1 min-h-5 text-[0.8125rem] wrap-anywhere text-muted">
        {value === undefined ? <Skeleton className="mt-1 h-3 w-24" /> : hint}
      </dd>
    </div>
  );
}

/** Facts side by side, parted by hairlines: two on phones, four on desks. */
export function StatGrid({ children, label }: { children: ReactNode; label: string }) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-hairline bg-hairline lg:grid-cols-4"
    >
      {children}
    </dl>
  );
}
