import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  text?: string;
  /** For links to this part of the page. */
  id?: string;
  children: ReactNode;
}

/** A part of a page of settings: words on the left of its card, above it on narrow screens. */
export function Section({ title, text, id, children }: SectionProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid scroll-mt-14 gap-4 border-t border-hairline py-8 first:border-t-0 first:pt-2 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-10"
    >
      <div>
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        {text && <p className="mt-1 max-w-prose text-muted">{text}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-5 rounded-lg border border-hairline bg-surface p-4 md:p-6">
        {children}
      </div>
    </section>
  );
}
