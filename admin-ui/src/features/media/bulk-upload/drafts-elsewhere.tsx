import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';

interface DraftsElsewhereProps {
  /** The other tab has been asked already. */
  isTaking: boolean;
  onTakeOver: () => void;
  onClose: () => void;
}

/** Stands where the drafts would be while another tab has them. */
export function DraftsElsewhere({ isTaking, onTakeOver, onClose }: DraftsElsewhereProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={t('bulkTitle')}>
      <DialogBody>
        <div role="status" className="flex flex-col gap-2">
          <p className="font-medium">{t(isTaking ? 'draftsComing' : 'draftsElsewhere')}</p>
          <p className="text-muted">{t('draftsElsewhereText')}</p>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="secondary" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button pending={isTaking} onClick={onTakeOver}>
          {t('takeOver')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
