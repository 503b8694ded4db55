import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import type { PlainTextKey } from '#i18n/en.ts';

/** Saving waits for an answer about positions in these texts. */
export interface Doubt<Values> {
  values: Values;
  texts: readonly PlainTextKey[];
}

interface PositionQuestionProps<Values> {
  /** Null: nothing is asked. */
  doubt: Doubt<Values> | null;
  /** It is answered, or turned down. */
  onDone: () => void;
  onRemove: (values: Values) => void;
  /** Saves with the position, on the site or off it. */
  onSave: (values: Values & { positionAllowed: boolean }) => void;
}

/** Asks what becomes of a position where visitors would read it. */
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
