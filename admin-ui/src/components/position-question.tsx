import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import type { PlainTextKey } from '#i18n/en.ts';

/** Values to save, and the labels of their texts with positions. */
export interface Doubt<Values> {
  values: Values;
  texts: readonly PlainTextKey[];
}

interface PositionQuestionProps<Values> {
  /** Null: closed. */
  doubt: Doubt<Values> | null;
  /** Called on any answer. */
  onDone: () => void;
  onRemove: (values: Values) => void;
  /** Saves with the positions, published or withheld. */
  onSave: (values: Values & { positionAllowed: boolean }) => void;
}

/** Asks whether to remove, publish or withhold positions in public texts. */
export function PositionQuestion<Values>(props: PositionQuestionProps<Values>) {
  const { doubt, onDone, onRemove, onSave } = props;
  const { t } = useTranslation();
  const answered = (act: (values: Values) => void) => () => {
    onDone();
    if (doubt) act(doubt.values);
  };
  return (
    <ConfirmDialog
      open={doubt !== null}
      title={t('positionTitle')}
      text={t('positionText', { fields: (doubt?.texts ?? []).map((name) => t(name)).join(', ') })}
      cancel={t('keepEditing')}
      onCancel={onDone}
    >
      <Button onClick={answered(onRemove)} className="mt-2">
        {t('removePosition')}
      </Button>
      {[false, true].map((positionAllowed) => (
        <Button
          key={String(positionAllowed)}
          look="secondary"
          onClick={answered((values) => onSave({ ...values, positionAllowed }))}
        >
          {t(positionAllowed ? 'publishAnyway' : 'saveWithheld')}
        </Button>
      ))}
    </ConfirmDialog>
  );
}
