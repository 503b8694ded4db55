import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { classNames } from '#lib/class-names.ts';

export interface PopupProps {
  open: boolean;
  /** The button that opens and closes it. */
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  title: ReactNode;
  text?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A popup below a button of the header. */
export function Popup({ open, anchor, onClose, title, text, className, children }: PopupProps) {
  const isOfButton = ({ target }: Event) =>
    target instanceof Node && anchor.current?.contains(target) === true;
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, details) => !next && !isOfButton(details.event) && onClose()}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={6} align="end" className="z-60">
          <Popover.Popup
            finalFocus={anchor}
            className={classNames(
              'flex flex-col gap-3 rounded-lg border border-hairline bg-raised p-4 outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0',
              className,
            )}
          >
            <div className="flex min-w-0 flex-col gap-1">
              <Popover.Title className="flex min-w-0 items-center gap-2 font-medium">
                {title}
              </Popover.Title>
              {text && (
                <Popover.Description className="wrap-anywhere text-muted">
                  {text}
                </Popover.Description>
              )}
            </div>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
