/** A position where visitors would read it: said in the form, and asked about once before saving. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { MediaInput, NewMedia } from '@veldlicht/contract/media';
import { TriangleAlert } from 'lucide-react';
import { type UseFormReturn, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { backdropClass } from '#components/ui/dialog.tsx';
import { classNames } from '#lib/class-names.ts';
import { type PublicText, textsWithPosition, withoutPositionsInTexts } from './form-values.ts';

type Form = UseFormReturn<MediaInput, unknown, NewMedia>;

/** Takes positions out of the texts of the form. */
export function removePositions(form: Form): void {
  const { title, description, alt, tags } = withoutPositionsInTexts(form.getValues());
  const options = { shouldDirty: true, shouldValidate: true };
  form.setValue('title', title, options);
  form.setValue('description', description, options);
  form.setValue('alt', alt, options);
  form.setValue('tags', tags, options);
}

/** Why the item is not on the site. */
export function WithheldNotice() {
  const { t } = useTranslation();
  const form: Form = useFormContext();
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
  onPublish: () => void;
  onWithhold: () => void;
  onCancel: () => void;
}

/** Asks what becomes of it. */
export function PositionQuestion(props: PositionQuestionProps) {
  const { texts, onRemove, onPublish, onWithhold, onCancel } = props;
  const { t } = useTranslation();
  const fields = (texts ?? []).map((name) => t(name)).join(', ');
  return (
    <AlertDialog.Root open={texts !== null} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        {/* Over the dialog that asks. */}
        <AlertDialog.Backdrop forceRender className={classNames(backdropClass, 'z-50')} />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-50 flex w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 flex-col gap-2 rounded-lg border border-hairline bg-surface p-6 outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
          <AlertDialog.Title className="text-base font-semibold">
            {t('positionTitle')}
          </AlertDialog.Title>
          <AlertDialog.Description className="wrap-anywhere text-muted">
            {t('positionText', { fields })}
          </AlertDialog.Description>
          <div className="mt-4 flex flex-col gap-2">
            <Button onClick={onRemove}>{t('removePosition')}</Button>
            <Button look="secondary" onClick={onWithhold}>
              {t('saveWithheld')}
            </Button>
            <Button look="secondary" onClick={onPublish}>
              {t('publishAnyway')}
            </Button>
            <AlertDialog.Close render={<Button look="quiet" />}>
              {t('keepEditing')}
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
