import { type ReactNode, useRef, useState } from 'react';
import { firstOpen } from './on-demand.tsx';
import type { PopupProps } from './ui/popup.tsx';

const Popup = firstOpen(async () => (await import('./ui/popup.tsx')).Popup);

interface HeaderPopupProps extends Pick<PopupProps, 'title' | 'text' | 'className'> {
  /** Text and content of the button. */
  label?: string;
  face: ReactNode;
  buttonClass: string;
  children: (close: () => void) => ReactNode;
}

/** A button of the header with its popup. */
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
