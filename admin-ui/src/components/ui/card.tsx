import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';

interface CardProps {
  title: string;
  alarming?: boolean | undefined;
  /** Without padding, for rows that reach the edges. */
  flush?: boolean;
  children: ReactNode;
}

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

interface SectionProps {
  title: string;
  text?: ReactNode;
  /** Without a card: the content brings its own. */
  bare?: boolean;
  children: ReactNode;
}

/** A section of a settings page: its text is left of the card, above it on narrow screens. */
export function Section({ title, text, bare, children }: SectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-4 border-t border-hairline py-7 first:border-t-0 first:pt-2 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-10"
    >
      <div>
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        {text && <p className="mt-1 max-w-prose text-muted">{text}</p>}
      </div>
      <div
        className={classNames(
          'flex min-w-0 flex-col gap-5 self-start',
          !bare && 'rounded-lg border border-hairline bg-surface p-4 md:p-6',
        )}
      >
        {children}
      </div>
    </section>
  );
}

interface FoldProps {
  summary: string;
  open?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Content that is closed at first, unless it is `open`. */
export function Fold({ summary, open, className, children }: FoldProps) {
  return (
    <details open={open} className={className}>
      <summary className="cursor-pointer text-muted">{summary}</summary>
      {children}
    </details>
  );
}

/** Technical details for the builder of the site (plain-words.test.ts). */
export function BuilderFold(props: Omit<FoldProps, 'summary'>) {
  const { t } = useTranslation();
  return <Fold {...props} summary={t('forBuilder')} />;
}
