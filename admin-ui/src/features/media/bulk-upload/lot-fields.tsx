/** Sets the status and dates of all drafts. */
import type { DraftLot } from '@veldlicht/contract/draft';
import { CalendarClock } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { ScheduleFields, useScheduleWords } from '../form/visibility-fields.tsx';
import type { BulkSession } from './bulk-session.ts';
import { lotFault } from './draft.ts';

interface LotFieldsProps {
  session: BulkSession;
  /** Stable until changed. */
  lot: DraftLot;
  disabled: boolean;
}

export const LotFields = memo(function LotFields({ session, lot, disabled }: LotFieldsProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const [first = '', ...words] = useScheduleWords(lot);
  const shown = first.toLowerCase() + words.join('');
  return (
    <div className="flex items-center gap-3 text-small max-lg:w-full">
      <Switch
        label={t('uploadAsDraft')}
        hint={lot.status === 'draft' ? t('uploadAsDraftOn') : t('uploadAsDraftOff', { shown })}
        checked={lot.status === 'draft'}
        disabled={disabled}
        onChange={(on) => session.setLot({ status: on ? 'draft' : 'published' })}
      />
      <Button
        look="quiet"
        size="sm"
        disabled={disabled}
        onClick={() => setIsOpen(true)}
        className="max-lg:-mr-3 max-lg:ml-auto"
      >
        <CalendarClock className="size-4" />
        {t('scheduleAll')}
      </Button>
      <Dialog open={isOpen} onClose={close} title={t('scheduleTitle')}>
        <DialogBody>
          <ScheduleFields
            values={lot}
            faults={{ publishUntil: lotFault(lot) ?? undefined }}
            onChange={session.setLot}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>{t('done')}</Button>
        </DialogFooter>
      </Dialog>
    </div>
  );
});
