import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import type { PublicText } from './form-state.ts';

interface PositionQuestionProps {
  /** The texts that hold one; null: nothing is asked. */
  texts: readonly (PublicText | 'body')[] | null;
  onRemove: () => void;
  /** Saves with the position, on the site or off it. */
  onSave: (positionAllowed: boolean) => void;
  onCancel: () => void;
}

/** Asks what becomes of a position where visitors would read it. */
export function PositionQuestion({ texts, onRemove, onSave, onCancel }: PositionQuestionProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open={texts !== null}
      title={t('positionTitle')}
      text={t('positionText', { fields: (texts ?? []).map((name) => t(name)).join(', ') })}
      cancel={t('keepEditing')}
      onCancel={onCancel}
    >
      <Button onClick={onRemove} className="mt-2">
        {t('removePosition')}
      </Button>
      <Button look="secondary" onClick={() => onSave(false)}>
        {t('saveWithheld')}
      </Button>
      <Button look="secondary" onClick={() => onSave(true)}>
        {t('publishAnyway')}
      </Button>
    </ConfirmDialog>
  );
}
