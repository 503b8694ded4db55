import { LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';

export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle className={classNames('animate-spin', className ?? 'size-5')} />;
}

/** Fills the window while something must be known first. */
export function PageSpinner() {
  const { t } = useTranslation();
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-muted">
      <Spinner className="size-6" />
      <span className="sr-only">{t('loading')}</span>
    </div>
  );
}

/** A resting shape where content will stand; the list around it says that it is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('animate-shimmer rounded-sm bg-hairline/70', className)}
    />
  );
}

/** In the place of a list that is on its way. */
export function Loading({ label }: { label: string }) {
  return (
    <div role="status" className="grid place-items-center py-16 text-muted">
      <Spinner />
      <span className="sr-only">{label}</span>
    </div>
  );
}
