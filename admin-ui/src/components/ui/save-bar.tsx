import type { ReactNode } from 'react';

interface SaveBarProps {
  /** On the left. */
  note: ReactNode;
  children: ReactNode;
}

/** Sticks to the bottom of the window below a long form; below a short one if that is a column as tall as the window. */
export function SaveBar({ note, children }: SaveBarProps) {
  return (
    <div
      data-save-bar=""
      className="sticky bottom-0 z-20 -mx-4 mt-auto -mb-6 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-hairline bg-ground px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8 lg:mx-0 lg:px-0"
    >
      <p aria-live="polite" className="mr-auto text-small text-muted">
        {note}
      </p>
      <div className="flex flex-wrap items-center justify-end gap-2">{children}</div>
    </div>
  );
}
