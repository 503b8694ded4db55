import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isAsking } from '#lib/access-questions.ts';
import { classNames } from '#lib/class-names.ts';
import { notify } from '#lib/notify.ts';
import { Button } from './button.tsx';
import { backdropClass, cardClass } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: string;
  /** What the button will do, in words. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  pending?: boolean;
  /** Where the focus goes afterwards; null: back to where it was. */
  focusAfter?: () => HTMLElement | null;
  onConfirm: () => void;
  onCancel: () => void;
  /** What there is to choose, below the text. */
  children?: ReactNode;
}

/** Asks before something that can't be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation();
  const cancel = () => {
    // What was refused here is over with the question.
    notify.clearError();
    props.onCancel();
  };
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(next) => !next && !isAsking() && cancel()}>
      <AlertDialog.Portal>
        {/* Over the dialog that asks, if one does. */}
        <AlertDialog.Backdrop forceRender className={classNames(backdropClass, 'z-50')} />
        <AlertDialog.Popup
          finalFocus={() => props.focusAfter?.() ?? true}
          className={classNames(cardClass, 'max-w-md')}
        >
          <AlertDialog.Title className="text-base font-semibold">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="wrap-anywhere text-muted">
            {props.text}
          </AlertDialog.Description>
          {props.children}
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <AlertDialog.Close render={<Button look="secondary" />}>
              {props.cancel ?? t('cancel')}
            </AlertDialog.Close>
            <Button
              look={props.danger ? 'danger' : 'primary'}
              pending={props.pending ?? false}
              onClick={props.onConfirm}
            >
              {props.confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
