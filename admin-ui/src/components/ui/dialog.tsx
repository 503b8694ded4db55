import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isAsking } from '#lib/access-questions.ts';
import { classNames } from '#lib/class-names.ts';
import { notify } from '#lib/notify.ts';
import { Button, IconButton } from './button.tsx';

export const backdropClass =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

const popupClass =
  'fixed z-50 flex flex-col bg-surface outline-none transition-[opacity,transform] duration-200 ease-out ' +
  'data-ending-style:opacity-0 data-starting-style:opacity-0 ' +
  // A sheet over the whole phone, a card in the middle of anything wider.
  'inset-0 data-starting-style:translate-y-4 ' +
  'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[calc(100dvh-4rem)] sm:w-[calc(100vw-4rem)] ' +
  'sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:border sm:border-hairline ' +
  'sm:data-starting-style:-translate-y-[48%]';

/** A question in the middle of the screen, also of a phone; who asks says how wide it may get. */
export const cardClass =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col gap-2 overflow-y-auto rounded-lg border border-hairline bg-surface p-6 outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

interface DialogProps {
  open: boolean;
  /** Asked to close by Escape, the cross or a press outside; the owner decides. */
  onClose: () => void;
  title: string;
  description?: string | undefined;
  /** `desk`: as large as the screen lets it be. */
  wide?: boolean | 'desk' | undefined;
  /** For reading rather than typing: a key pressed at once must change nothing. */
  reading?: boolean;
  children: ReactNode;
}

/**
 * Closing a notice, answering a question over everything, or emptying a search field by Escape is no wish
 * to leave the dialog under it.
 */
function isElsewhere(event: Event): boolean {
  const { target } = event;
  if (event instanceof KeyboardEvent && event.defaultPrevented) return true;
  return isAsking() || (target instanceof Element && target.closest('[data-toaster]') !== null);
}

/** A modal form or detail: focus goes in, stays in, and returns to where it came from. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  wide,
  reading,
  children,
}: DialogProps) {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  const close = () => {
    // What was refused in here is over with it.
    notify.clearError();
    onClose();
  };
  // The first field rather than the cross; without one, wherever Base UI puts it.
  const firstField = () => popup.current?.querySelector<HTMLElement>('input, textarea') ?? true;
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => !next && !isElsewhere(details.event) && close()}
    >
      <Base.Portal>
        {/* Also over a dialog below, of which this one would else look a part. */}
        <Base.Backdrop forceRender className={classNames(backdropClass, 'z-50')} />
        <Base.Popup
          ref={popup}
          initialFocus={reading ? true : firstField}
          className={classNames(
            popupClass,
            wide === 'desk' &&
              'sm:h-full sm:max-h-[calc(100dvh-2rem)]! sm:w-[calc(100vw-2rem)]! sm:max-w-[110rem]',
            wide === true && 'sm:max-w-[58rem]',
            !wide && 'sm:max-w-[34rem]',
          )}
        >
          <header className="flex items-center justify-between gap-4 border-b border-hairline py-3 pr-3 pl-4 sm:pl-6">
            <div className="min-w-0">
              <Base.Title className="truncate text-base font-semibold">{title}</Base.Title>
              {description && (
                <Base.Description className="text-muted">{description}</Base.Description>
              )}
            </div>
            <Base.Close render={<IconButton label={t('close')} />}>
              <X className="size-5" />
            </Base.Close>
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-5 sm:px-6">
      {children}
    </div>
  );
}

/** The buttons of a dialog; the last one is where the eye ends. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-hairline px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
      {children}
    </footer>
  );
}

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
