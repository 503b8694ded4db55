import type { MediaItem } from '@veldlicht/contract/media';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useRenewAddress } from '../use-media-mutations.ts';

/** Where the item's page stands, and a way to have it stand elsewhere. */
export function AddressField({ item }: { item: MediaItem }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const renew = useRenewAddress();
  const { type, slug } = renew.data ?? item;
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium">{t('address')}</span>
      <span className="wrap-anywhere text-muted">{`/${type === 'video' ? 'video' : 'foto'}/${slug}`}</span>
      <Button look="secondary" size="sm" className="self-start" onClick={() => setAsking(true)}>
        {t('newAddress')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('newAddressTitle')}
        text={t('newAddressText')}
        confirm={t('newAddress')}
        pending={renew.isPending}
        onConfirm={() => renew.mutate(item, { onSuccess: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
