import { classNames } from '#lib/class-names.ts';

/** A resting shape where content will stand; the list around it says that it is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('animate-shimmer rounded-sm bg-hairline/70', className)}
    />
  );
}
