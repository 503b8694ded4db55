import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { isSaveKey } from '#lib/forms.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { Button } from './ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from './ui/dialog.tsx';

interface FormDialogProps {
  title: string;
  description?: string;
  wide?: boolean | 'desk';
  /** Label of the submit button, and while it is pending. */
  save?: string;
  saving?: string;
  pending: boolean;
  disabled?: boolean;
  /** Asks before closing. */
  unsaved?: boolean;
  discardText?: string;
  note?: ReactNode;
  /** A dialog that asks before submitting. */
  question?: ReactNode;
  form?: ComponentProps<'form'>;
  onSubmit: () => unknown;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: Ctrl/Cmd+Enter submits it, and closing it asks about unsaved input. */
export function FormDialog(props: FormDialogProps) {
  const { pending, unsaved = false, onClose } = props;
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  const close = () => (unsaved ? setLeaving(true) : onClose());
  const submit = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    // A form of the page may have this one among its React children.
    event.stopPropagation();
    if (!pending) void props.onSubmit();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={props.title}
      description={props.description}
      wide={props.wide}
    >
      <form
        {...props.form}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => isSaveKey(event) && submit(event)}
        className="flex min-h-0 flex-1 flex-col"
      >
        <DialogBody>{props.children}</DialogBody>
        <DialogFooter>
          {props.note}
          {/* Wrap together on narrow screens. */}
          <div className="flex gap-2">
            <Button look="secondary" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={props.disabled ?? false} pending={pending}>
              {pending ? (props.saving ?? t('saving')) : (props.save ?? t('save'))}
            </Button>
          </div>
        </DialogFooter>
      </form>
      <DiscardDialog
        unsaved={unsaved}
        closing={leaving}
        text={props.discardText ?? t('discardEntryText')}
        onDiscard={onClose}
        onKeep={() => setLeaving(false)}
      />
      {props.question}
      <MergeDialog />
    </Dialog>
  );
}
