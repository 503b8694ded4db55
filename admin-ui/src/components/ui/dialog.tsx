import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useContext, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { Button, IconButton } from './button.tsx';
import { DialogHostContext } from './dialog-host.ts';

export const backdropClass =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

const popupClass =
  'fixed z-50 flex flex-col bg-surface outline-none transition-[opacity,transform] duration-200 ease-out ' +
  'data-ending-style:opacity-0 data-starting-style:opacity-0 ' +
  // Full-screen sheet on phones, centred card on wider screens.
  'inset-0 data-starting-style:translate-y-4 ' +
  'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[calc(100dvh-4rem)] sm:w-[calc(100vw-4rem)] ' +
  'sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:border sm:border-hairline ' +
  'sm:data-starting-style:-translate-y-[48%]';

/** Centred card, on phones too; the caller adds a maximum width. */
export const cardClass =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col gap-2 overflow-y-auto rounded-lg border border-hairline bg-surface p-6 outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

interface DialogProps {
  open: boolean;
  /** Called on Escape, the cross or a press outside. */
  onClose: () => void;
  title: string;
  description?: string | undefined;
  /** `desk` fills the screen. */
  wide?: boolean | 'desk' | undefined;
  /** Leaves the first field without focus, so that a key pressed too early changes nothing. */
  reading?: boolean;
  children: ReactNode;
}

/** Whether a press or key was meant for something above the dialog: a notice, or a field that handled Escape. */
function isElsewhere(event: Event): boolean {
  const { target } = event;
  if (event instanceof KeyboardEvent && event.defaultPrevented) return true;
  return target instanceof Element && target.closest('[data-toaster]') !== null;
}

/** A modal dialog that traps the focus and returns it on closing. */
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
  const host = useContext(DialogHostContext);
  const close = (event: Event) => {
    if (host.isCovered() || isElsewhere(event)) return;
    host.onClose();
    onClose();
  };
  // The first field rather than the cross; without one, Base UI decides.
  const firstField = () => popup.current?.querySelector<HTMLElement>('input, textarea') ?? true;
  return (
    <Base.Root open={open} onOpenChange={(next, details) => !next && close(details.event)}>
      <Base.Portal>
        {/* Also covers a dialog below this one. */}
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
  /** z-60 is above every dialog. */
  layer?: 'z-50' | 'z-60';
  /** Maximum width. */
  className?: string;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Focus target on closing; null returns it to where it was. */
  focusAfter?: (() => HTMLElement | null) | undefined;
  /** Without it only the buttons of the card close it. */
  onClose?: () => void;
  children: ReactNode;
}

/** A question that blocks the page until it is answered. */
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
  /** Label of the button; without it `children` are the answers and `cancel` is below them. */
  confirm?: string;
  cancel?: string;
  danger?: boolean;
  wide?: boolean;
  pending?: boolean;
  onConfirm?: () => void;
  onCancel: () => void;
  /** Below the text. */
  children?: ReactNode;
}

/** Asks before an action that can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, focusAfter, danger, pending = false, confirm } = props;
  const { t } = useTranslation();
  const cancel = props.cancel ?? t('cancel');
  const host = useContext(DialogHostContext);
  const onClose = () => {
    if (host.isCovered()) return;
    host.onClose();
    props.onCancel();
  };
  return (
    <AlertCard
      open={open}
      title={title}
      text={text}
      className={props.wide ? 'max-w-lg' : 'max-w-md'}
      focusAfter={focusAfter}
      onClose={onClose}
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
