import type { MediaItem } from '@veldlicht/contract/media';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import { amsterdamText } from '#lib/amsterdam-time.ts';
import { FieldInput, ItemField } from '../field-input.tsx';
import type { Faults } from '../field-values.ts';
import { useRenewAddress } from '../media-queries.ts';
import type { MediaForm } from './use-media-form.ts';

type Schedule = Pick<MediaItem, 'status' | 'publishFrom' | 'publishUntil'>;

/** Says when visitors will see it. */
export function useScheduleWords({ status, publishFrom: from, publishUntil: until }: Schedule) {
  const { t } = useTranslation();
  if (status === 'draft') return t('draftStaysHidden');
  if (from && until)
    return t('shownBetween', { from: amsterdamText(from), until: amsterdamText(until) });
  if (from) return t('shownFrom', { from: amsterdamText(from) });
  if (until) return t('shownUntil', { until: amsterdamText(until) });
  return t('shownAtOnce');
}

interface ScheduleFieldsProps {
  values: Schedule;
  faults: Faults;
  onChange: (change: Partial<Schedule>) => void;
}

/** The dates between which it shows, and their meaning in words. */
export function ScheduleFields({ values, faults, onChange }: ScheduleFieldsProps) {
  const { t } = useTranslation();
  const words = useScheduleWords(values);
  return (
    <fieldset className="flex flex-col gap-2">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        {(['publishFrom', 'publishUntil'] as const).map((name) => (
          <ItemField
            key={name}
            name={name}
            value={values[name]}
            error={faults[name]}
            onChange={onChange}
          />
        ))}
      </div>
      <p aria-live="polite" className="text-small">
        {words}
      </p>
      <p className="text-small text-muted">{t('scheduleHint')}</p>
    </fieldset>
  );
}

function AddressField({ item }: { item: MediaItem }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const renew = useRenewAddress();
  const { type, slug } = renew.data ?? item;
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium">{t('address')}</span>
      <span className="wrap-anywhere text-muted">{`/${type === 'video' ? 'video' : 'foto'}/${slug}`}</span>
      <Button look="secondary" size="sm" className="self-start" onClick={() => setIsAsking(true)}>
        {t('newAddress')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('newAddressTitle')}
        text={t('newAddressText')}
        confirm={t('newAddress')}
        pending={renew.isPending}
        onConfirm={() => renew.mutate(item, { onSuccess: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  );
}

/** Status, type, schedule, featured and address; below the picture. */
export function VisibilityFields({ form, item }: { form: MediaForm; item: MediaItem | null }) {
  const { t } = useTranslation();
  const { status, type, featured } = form.fields;
  return (
    <div className="flex flex-col gap-5 max-lg:order-last">
      <div className="grid grid-cols-2 gap-4">
        <ItemField name="status" value={status} onChange={form.edit} />
        <ItemField
          name="type"
          value={type}
          hint={t('typeHint')}
          disabled={item !== null}
          onChange={form.edit}
        />
        {item === null && (
          <p className="col-span-2 -mt-2 text-small text-muted">{t('statusHint')}</p>
        )}
      </div>
      <ScheduleFields values={form.fields} faults={form.faults} onChange={form.edit} />
      <FieldInput
        name="featured"
        value={featured}
        onChange={(next) => form.edit({ featured: next })}
      />
      {item && <AddressField item={item} />}
    </div>
  );
}
