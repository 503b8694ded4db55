import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { backdropClass, cardClass } from '#components/ui/dialog.tsx';
import { classNames } from '#lib/class-names.ts';

interface QuestionDialogProps {
  open: boolean;
  title: string;
  text: string;
  cancel: string;
  onCancel: () => void;
  /** Where the focus goes afterwards; null: back to where it was. */
  focusAfter?: () => HTMLElement | null;
  className: string;
  /** The answers; `cancel` comes below them. */
  children: ReactNode;
}

/** A question with more than one answer, over the dialog that asks it. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { open, title, text, cancel, onCancel, focusAfter, className, children } = props;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={classNames(backdropClass, 'z-50')} />
        <AlertDialog.Popup
          finalFocus={() => focusAfter?.() ?? true}
          className={classNames(cardClass, className)}
        >
          <AlertDialog.Title className="text-base font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="wrap-anywhere text-muted">
            {text}
          </AlertDialog.Description>
          {children}
          <AlertDialog.Close render={<Button look="quiet" className="w-full" />}>
            {cancel}
          </AlertDialog.Close>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
