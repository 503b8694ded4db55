import { previewAddress } from '@veldlicht/contract/preview';
import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#components/ui/button.tsx';
import { useMayWrite } from '#lib/use-may-write.ts';

/** Leads to the whole site with its drafts, for who may see it. */
export function PreviewSiteLink() {
  const { t } = useTranslation();
  if (!useMayWrite()) return null;
  return (
    <a
      href={previewAddress('/')}
      target="_blank"
      rel="noopener"
      className={buttonClass('secondary', 'sm')}
    >
      <Eye aria-hidden="true" className="size-4" />
      {t('previewSite')}
      <span className="sr-only">{t('opensInNewTab')}</span>
    </a>
  );
}
