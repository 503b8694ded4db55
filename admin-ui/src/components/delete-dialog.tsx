import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** What is asked about stays in the words while the dialog fades away. */
export function useLastAsked<T>(item: T | null): T | null {
  const [asked, setAsked] = useState(item);
  if (item && item !== asked) setAsked(item);
  return item ?? asked;
}

export interface DeleteWords {
  title: string;
  text: string;
  /** What the button does; without it the item stays, and `way` leads to what keeps it. */
  confirm?: string;
  way?: ReactNode;
}

interface DeleteDialogProps<T> {
  /** What to ask about; null keeps the dialog closed. */
  item: T | null;
  words: (item: T) => DeleteWords;
  remove: {
    isPending: boolean;
    isSuccess: boolean;
    mutate: (item: T, options: { onSettled: () => void }) => void;
  };
  onClose: () => void;
}

/** Asks before something goes. The button that was pressed may go with it: the focus is then on the page. */
export function DeleteDialog<T>({ item, words, remove, onClose }: DeleteDialogProps<T>) {
  const asked = useLastAsked(item);
  const { way, ...said } = asked ? words(asked) : { title: '', text: '' };
  return (
    <ConfirmDialog
      open={item !== null}
      danger
      {...said}
      pending={remove.isPending}
      focusAfter={() => (remove.isSuccess ? document.getElementById('content') : null)}
      onCancel={() => !remove.isPending && onClose()}
      onConfirm={() => item && remove.mutate(item, { onSettled: onClose })}
    >
      {way}
    </ConfirmDialog>
  );
}
