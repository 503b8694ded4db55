import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlClass } from '#components/ui/text-input.tsx';
import { classNames } from '#lib/class-names.ts';
import { typedPosition } from './list-order.ts';

interface PositionFieldProps {
  name: string;
  position: number;
  /** `keepFocus`: the person is still in the field. */
  onMove: (position: number, keepFocus: boolean) => void;
}

/** The position as a number; it is sent on blur or Enter, and reverts when it may not be (spec §4). */
export function PositionField({ name, position, onMove }: PositionFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  // Read at once: Enter and the blur that may follow it are one edit.
  const pending = useRef<string | null>(null);
  const type = (text: string | null) => {
    pending.current = text;
    setTyped(text);
  };
  const finish = (keepFocus: boolean) => {
    const wanted = pending.current === null ? null : typedPosition(pending.current, position);
    type(null);
    if (wanted !== null) onMove(wanted, keepFocus);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish(true);
    if (event.key === 'Escape') type(null);
  };
  return (
    <input
      type="number"
      inputMode="numeric"
      min={1}
      step={1}
      data-control="position"
      aria-label={t('positionOf', { name })}
      value={typed ?? String(position)}
      onChange={(event) => type(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => finish(false)}
      onKeyDown={onKeyDown}
      className={classNames(
        controlClass,
        'h-9 w-14 px-2 text-center tabular-nums [appearance:textfield]',
        '[&::-webkit-inner-spin-button]:appearance-none',
      )}
    />
  );
}
