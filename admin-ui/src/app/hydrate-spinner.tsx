import { useTranslation } from 'react-i18next';
import { PageSpinner } from '#components/ui/spinner.tsx';

/** Shown while the code of the first route arrives. */
export function HydrateSpinner() {
  const { t } = useTranslation();
  return <PageSpinner label={t('loading')} />;
}
