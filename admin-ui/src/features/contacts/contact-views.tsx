import { FileUser } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#lib/class-names.ts';

/** Between the inbox and spam, and everything of one address; for admins. */
export function ContactViews({ spam, onAddress }: { spam: boolean; onAddress: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hairline">
      <nav aria-label={t('contactViews')} className="flex gap-6">
        {([false, true] as const).map((isSpam) => (
          <Link
            key={String(isSpam)}
            to={isSpam ? '?spam=1' : '.'}
            aria-current={isSpam === spam ? 'page' : undefined}
            className={classNames(
              '-mb-px flex h-10 items-center border-b-2',
              isSpam === spam
                ? 'border-moss font-medium'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {t(isSpam ? 'contactSpam' : 'contactInbox')}
          </Link>
        ))}
      </nav>
      <Button look="quiet" size="sm" onClick={onAddress} className="-mx-3">
        <FileUser aria-hidden="true" className="size-4" />
        {t('addressData')}
      </Button>
    </div>
  );
}
