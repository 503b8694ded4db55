import { type ReactNode, useId } from 'react';
import { classNames } from '#lib/class-names.ts';

interface CardProps {
  title: string;
  /** Something is wrong. */
  alarming?: boolean | undefined;
  /** Its rows reach its edges. */
  flush?: boolean;
  children: ReactNode;
}

/** A box of the dashboard under a heading of its own. */
export function Card({ title, alarming, flush, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'flex flex-col rounded-lg border',
        alarming ? 'border-danger bg-danger-wash' : 'border-hairline bg-surface',
        flush ? 'overflow-hidden' : 'items-start gap-3 p-4 md:px-6',
      )}
    >
      <h2 id={id} className={classNames('font-semibold', flush && 'px-4 pt-4 pb-3 md:px-6')}>
        {title}
      </h2>
      {children}
    </section>
  );
}
