import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isAsking } from '#lib/access-questions.ts';
import { classNames } from '#lib/class-names.ts';
import { notify } from '#lib/notify.ts';
import { Button } from './button.tsx';
import { backdropClass, cardClass } from './dialog.tsx';

interface AlertCardProps {
  open?: boolean;
  title: string;
  text: string;
  /** Layer of card and backdrop: over the dialog that asks, or over every other. */
  layer?: 'z-50' | 'z-60';
  /** How wide it may get. */
  className?: string;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Where the focus goes afterwards; null: back to where it was. */
  focusAfter?: (() => HTMLElement | null) | undefined;
  /** Asked to close; without it the card stays until one of its buttons is pressed. */
  onClose?: () => void;
  children: ReactNode;
}

/** A question over the page that has to be answered first. */
export function AlertCard(props: AlertCardProps) {
  const { open = true, layer = 'z-50', className = 'max-w-md', onClose } = props;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose?.()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={classNames(backdropClass, layer)} />
        <AlertDialog.Popup
          initialFocus={props.initialFocus}
          finalFocus={() => props.focusAfter?.() ?? true}
          className={classNames(cardClass, layer, className)}
        >
          <AlertDialog.Title className="text-base font-semibold">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="wrap-anywhere text-muted">
            {props.text}
          </AlertDialog.Description>
          {props.children}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** The row of buttons under a question. */
export function AlertButtons({ children }: { children: ReactNode }) {
  return <div className="mt-4 flex flex-wrap justify-end gap-2">{children}</div>;
}

interface ConfirmDialogProps extends Pick<AlertCardProps, 'title' | 'text' | 'focusAfter'> {
  open: boolean;
  /** What the button will do, in words; without it `children` are the answers, and `cancel` is below them. */
  confirm?: string;
  cancel?: string;
  danger?: boolean;
  wide?: boolean;
  pending?: boolean;
  onConfirm?: () => void;
  onCancel: () => void;
  /** What there is to choose, below the text. */
  children?: ReactNode;
}

/** Asks before something that can't be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, focusAfter, danger, pending = false, confirm } = props;
  const { t } = useTranslation();
  const cancel = props.cancel ?? t('cancel');
  const onClose = () => {
    // What was refused here is over with the question.
    notify.clearError();
    props.onCancel();
  };
  return (
    <AlertCard
      open={open}
      title={title}
      text={text}
      className={props.wide ? 'max-w-lg' : 'max-w-md'}
      focusAfter={focusAfter}
      onClose={() => !isAsking() && onClose()}
    >
      {props.children}
      {confirm === undefined ? (
        <AlertDialog.Close render={<Button look="quiet" className="w-full" />}>
          {cancel}
        </AlertDialog.Close>
      ) : (
        <AlertButtons>
          <AlertDialog.Close render={<Button look="secondary" />}>{cancel}</AlertDialog.Close>
          <Button look={danger ? 'danger' : 'primary'} pending={pending} onClick={props.onConfirm}>
            {confirm}
          </Button>
        </AlertButtons>
      )}
    </AlertCard>
  );
}
