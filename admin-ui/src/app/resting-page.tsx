import { useTranslation } from 'react-i18next';
import { EmptyState } from '#components/ui/page-state.tsx';

/** Stands at an address whose page is still to be made. */
export function RestingPage() {
  const { t } = useTranslation();
  return <EmptyState title={t('restingTitle')} text={t('restingText')} />;
}
