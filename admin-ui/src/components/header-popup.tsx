import { type ReactNode, useRef, useState } from 'react';
import { firstOpen } from './on-demand.tsx';
import type { PopupProps } from './ui/popup.tsx';

const Popup = firstOpen(async () => (await import('./ui/popup.tsx')).Popup);

interface HeaderPopupProps extends Pick<PopupProps, 'title' | 'text' | 'className'> {
  /** Accessible name of the button, unless `face` says it. */
  label?: string;
  face: ReactNode;
  buttonClass: string;
  children: (close: () => void) => ReactNode;
}

/** A header button with a popup, which loads when it first opens. */
export function HeaderPopup({ label, face, buttonClass, children, ...popup }: HeaderPopupProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={buttonClass}
      >
        {face}
      </button>
      <Popup {...popup} open={open} anchor={button} onClose={close}>
        {children(close)}
      </Popup>
    </>
  );
}
