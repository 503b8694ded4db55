import { type ReactNode, useState } from 'react';
import { pageContent } from '#lib/page-content.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** The last item that was not null: the text of a dialog stays while it fades out. */
export function useLastAsked<T>(item: T | null): T | null {
  const [asked, setAsked] = useState(item);
  if (item && item !== asked) setAsked(item);
  return item ?? asked;
}

export interface DeleteWords {
  title: string;
  text: string;
  /** Label of the button; without it the item can't be deleted, and `way` links to what keeps it. */
  confirm?: string;
  way?: ReactNode;
}

interface DeleteDialogProps<T> {
  /** Null closes the dialog. */
  item: T | null;
  words: (item: T) => DeleteWords;
  remove: {
    isPending: boolean;
    isSuccess: boolean;
    mutate: (item: T, options: { onSettled: () => void }) => void;
  };
  onClose: () => void;
}

/** Asks before deleting. The button that opened it may be gone afterwards, so the focus moves to the page. */
export function DeleteDialog<T>({ item, words, remove, onClose }: DeleteDialogProps<T>) {
  const asked = useLastAsked(item);
  const { way, ...texts } = asked ? words(asked) : { title: '', text: '' };
  return (
    <ConfirmDialog
      open={item !== null}
      danger
      {...texts}
      pending={remove.isPending}
      focusAfter={() => (remove.isSuccess ? pageContent() : null)}
      onCancel={() => !remove.isPending && onClose()}
      onConfirm={() => item && remove.mutate(item, { onSettled: onClose })}
    >
      {way}
    </ConfirmDialog>
  );
}
