/** A position where visitors would read it: said in the form, and asked about once before saving. */
import type { MediaInput } from '@veldlicht/contract/media';
import { TriangleAlert } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { QuestionDialog } from '../fields/question-dialog.tsx';
import { type PublicText, textsWithPosition, withoutPositionsInTexts } from './form-values.ts';
import type { MediaForm } from './use-media-form.ts';

/** Takes positions out of the texts of the form. */
export function removePositions(form: Pick<MediaForm, 'getValues' | 'setValue'>): void {
  const texts = withoutPositionsInTexts(form.getValues());
  // Cast: `keys` forgets the names.
  for (const name of Object.keys(texts) as Array<keyof typeof texts>)
    form.setValue(name, texts[name], { shouldDirty: true, shouldValidate: true });
}

/** Why the item is not on the site. */
export function WithheldNotice() {
  const { t } = useTranslation();
  const form = useFormContext<MediaInput>();
  const texts = textsWithPosition(form.watch());
  if (texts.length === 0) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3 rounded-md bg-amber-wash px-3 py-2 text-amber">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {t('withheldText', { fields: texts.map((name) => t(name)).join(', ') })}
      </p>
      <Button look="secondary" size="sm" onClick={() => removePositions(form)}>
        {t('removePosition')}
      </Button>
    </div>
  );
}

interface PositionQuestionProps {
  /** The texts that hold one; null: nothing is asked. */
  texts: PublicText[] | null;
  onRemove: () => void;
  /** Saves with the position, on the site or off it. */
  onSave: (positionAllowed: boolean) => void;
  onCancel: () => void;
}

/** Asks what becomes of it. */
export function PositionQuestion({ texts, onRemove, onSave, onCancel }: PositionQuestionProps) {
  const { t } = useTranslation();
  const fields = (texts ?? []).map((name) => t(name)).join(', ');
  return (
    <QuestionDialog
      open={texts !== null}
      title={t('positionTitle')}
      text={t('positionText', { fields })}
      cancel={t('keepEditing')}
      onCancel={onCancel}
      className="max-w-md"
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
    </QuestionDialog>
  );
}
