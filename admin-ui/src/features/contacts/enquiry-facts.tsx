/** The photo that a message is about, and its purpose (decision 028). */
import type { Enquiry } from '@veldlicht/contract/enquiry';
import { ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Thumbnail } from '#components/thumbnail.tsx';
import { linkClass } from '#components/ui/button.tsx';
import { classNames } from '#lib/class-names.ts';

interface EnquiryFactsProps {
  enquiry: Enquiry;
  /** Larger and with a link to the item. */
  inFull?: boolean;
}

export function EnquiryFacts({ enquiry, inFull = false }: EnquiryFactsProps) {
  const { t } = useTranslation();
  const { photo, title, purpose, size, thumbnail } = enquiry;
  const facts = [t(`purpose:${purpose}`), ...(size ? [t(`size:${size}`)] : [])];
  return (
    <div className={classNames('flex items-center gap-4', inFull ? '' : 'mt-3')}>
      <Thumbnail
        url={thumbnail}
        icon={ImageOff}
        className={classNames('aspect-4/3', inFull ? 'w-32 sm:w-44' : 'w-20')}
      />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere" dir="auto">
          {inFull && photo !== null ? (
            <Link to={`/media?item=${encodeURIComponent(photo)}`} className={linkClass}>
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="text-small text-muted">{facts.join(' · ')}</p>
        {inFull && photo === null && (
          <p className="text-small text-muted">{t('enquiryPhotoGone')}</p>
        )}
      </div>
    </div>
  );
}
