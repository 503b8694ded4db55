import { AlertDialog } from '@base-ui/react/alert-dialog';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { backdropClass } from '#components/ui/dialog.tsx';
import { classNames } from '#lib/class-names.ts';
import type { CopyChoice } from './copy-rules.ts';

interface ConfirmUploadProps {
  open: boolean;
  /** Drafts that are about to go up, and those with coordinates where visitors read them. */
  count: number;
  withCoordinates: number;
  /** Where the focus goes afterwards; null: back to where it was. */
  focusAfter: () => HTMLElement | null;
  onChoose: (choice: CopyChoice) => void;
  onCancel: () => void;
}

const choices = [
  { choice: 'fill-empty', text: 'fillEmptyFromFirst', hint: 'fillEmptyHint' },
  { choice: 'replace-all', text: 'copyAllFromFirst', hint: 'copyAllHint' },
  { choice: 'as-is', text: 'uploadAsIs', hint: 'uploadAsIsHint' },
] as const;

/** The last question before files go up: what the first draft gives to the others (spec §2). */
export function ConfirmUpload(props: ConfirmUploadProps) {
  const { open, count, withCoordinates, focusAfter, onChoose, onCancel } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        {/* Over the dialog that asks. */}
        <AlertDialog.Backdrop forceRender className={classNames(backdropClass, 'z-50')} />
        <AlertDialog.Popup
          finalFocus={() => focusAfter() ?? true}
          className="fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-y-auto rounded-lg border border-hairline bg-surface p-6 outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <div className="flex flex-col gap-1">
            <AlertDialog.Title className="text-base font-semibold">
              {t('confirmUpload')}
            </AlertDialog.Title>
            <AlertDialog.Description className="text-muted">
              {t('confirmUploadText', { count })}
            </AlertDialog.Description>
          </div>
          {withCoordinates > 0 && (
            <p className="flex items-start gap-2 rounded-md bg-amber-wash px-3 py-2 text-amber">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {t('coordinatesInTexts', { count: withCoordinates })}
            </p>
          )}
          <div className="flex flex-col gap-3">
            {choices.map(({ choice, text, hint }, index) => (
              <div key={choice} className="flex flex-col gap-1">
                <Button
                  look={index === 0 ? 'primary' : 'secondary'}
                  aria-describedby={`${id}-${choice}`}
                  onClick={() => onChoose(choice)}
                  className="h-auto! min-h-10 w-full py-2 whitespace-normal!"
                >
                  {t(text)}
                </Button>
                <p id={`${id}-${choice}`} className="text-center text-[0.8125rem] text-muted">
                  {t(hint)}
                </p>
              </div>
            ))}
            <AlertDialog.Close render={<Button look="quiet" className="w-full" />}>
              {t('cancel')}
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
