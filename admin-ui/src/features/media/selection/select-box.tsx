import { Check } from 'lucide-react';
import type { MouseEvent } from 'react';
import { classNames } from '#lib/class-names.ts';

interface SelectBoxProps {
  /** Spoken name. */
  label: string;
  checked: boolean;
  /** In selection mode the box is as large as the picture. */
  selecting: boolean;
  /** `range`: Shift was held. */
  onSelect: (on: boolean, range: boolean) => void;
}

// One element for all cards: React passes it by.
const tick = <Check className="size-4" strokeWidth={3} />;

/** The tick box of a card, over its picture. Outside selection mode it shows on hover and focus. */
export function SelectBox({ label, checked, selecting, onSelect }: SelectBoxProps) {
  const onClick = (event: MouseEvent<HTMLInputElement>) =>
    onSelect(event.currentTarget.checked, event.shiftKey);
  return (
    <>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onClick={onClick}
        // The click tells more: whether Shift was held.
        onChange={() => undefined}
        className={classNames(
          'peer absolute z-10 appearance-none rounded-t-[9px] -outline-offset-2',
          selecting ? 'inset-0 size-full cursor-pointer' : 'top-0 right-0 size-11',
        )}
      />
      <span
        aria-hidden="true"
        className={classNames(
          'pointer-events-none absolute top-2.5 right-2.5 inline-flex size-6 items-center justify-center rounded-full border-2',
          checked
            ? 'border-moss bg-moss text-on-moss'
            : 'border-white bg-black/35 text-transparent',
          'shadow-[0_0_0_1px_rgb(0_0_0/0.25)]',
          selecting ? '' : 'invisible peer-focus-visible:visible group-hover/card:visible',
        )}
      >
        {tick}
      </span>
    </>
  );
}
