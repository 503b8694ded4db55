import { useTranslation } from 'react-i18next';
import { CopyButton, SecretText } from '#components/secret-text.tsx';
import { Button, linkClass } from '#components/ui/button.tsx';
import { plugInAddress } from './plug-in.ts';

/** Shows a new key once, with the address that a program needs too. */
export function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const { t } = useTranslation();
  const { origin } = window.location;
  return (
    <div role="status" className="flex flex-col gap-3 rounded-md bg-moss-wash px-4 py-3">
      <p className="font-medium">{t('keyOnlyNow')}</p>
      <SecretText label={t('newKey')} value={value} />
      <div className="flex flex-wrap gap-2">
        <CopyButton text={value} label={t('copyKey')} />
        <CopyButton text={origin} label={t('copyAddress', { address: origin })} />
        <Button size="sm" look="secondary" onClick={onDone}>
          {t('keyKept')}
        </Button>
      </div>
    </div>
  );
}

/** Explains keys and offers the Lightroom plug-in. */
export function KeysText() {
  const { t } = useTranslation();
  return (
    <>
      {t('uploadKeysText')}{' '}
      <a href={plugInAddress} download="veldlicht-lightroom.zip" className={linkClass}>
        {t('downloadPlugIn')}
      </a>
    </>
  );
}
