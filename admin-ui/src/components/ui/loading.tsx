import { LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';

export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle className={classNames('animate-spin', className ?? 'size-5')} />;
}

/** Fills the window while the session or the panel loads. */
export function PageSpinner() {
  const { t } = useTranslation();
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-muted">
      <Spinner className="size-6" />
      <span className="sr-only">{t('loading')}</span>
    </div>
  );
}

/** Placeholder shape, hidden from screen readers: the list around it announces loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('animate-shimmer rounded-sm bg-hairline/70', className)}
    />
  );
}

export function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" className="grid place-items-center py-16 text-muted">
      <Spinner />
      <span className="sr-only">{t('loading')}</span>
    </div>
  );
}
