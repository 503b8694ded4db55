import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** What only the builder of a site can use, out of everybody else's way. */
export function BuilderFold({ className, children }: { className?: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <details className={className}>
      <summary className="cursor-pointer text-muted">{t('forBuilder')}</summary>
      {children}
    </details>
  );
}
