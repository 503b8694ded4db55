import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NewTabLink } from './ui/button.tsx';

/** Opens the preview of a page, drafts included. */
export function PreviewLink({ href }: { href: string }) {
  const { t } = useTranslation();
  return (
    <NewTabLink
      href={href}
      icon={Eye}
      text={t('preview')}
      title={t('previewHint')}
      look="quiet"
      size="md"
    />
  );
}
