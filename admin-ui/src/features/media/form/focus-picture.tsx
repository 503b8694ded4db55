/** Chooses the focus point of a picture, which stays in view when cropped. */
import type { MediaItem } from '@veldlicht/contract/media';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';

type Focus = MediaItem['focus'];

export const MIDDLE: Focus = { x: 0.5, y: 0.5 };

const FRAME_RATIO = 4 / 3;

const inside = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;

/** Returns the point after a key, `isFar` with Shift; null for other keys. */
export function focusAfterKey({ x, y }: Focus, key: string, isFar: boolean): Focus | null {
  const step = isFar ? 0.1 : 0.02;
  const moves: Record<string, [number, number]> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  };
  if (key === 'Home') return MIDDLE;
  const move = moves[key];
  return move ? { x: inside(x + move[0]), y: inside(y + move[1]) } : null;
}

interface FocusPictureProps {
  src: string;
  focus: Focus;
  hint: string;
  onChange: (focus: Focus) => void;
  onError: () => void;
}

export function FocusPicture({ src, focus, hint, onChange, onError }: FocusPictureProps) {
  const { t } = useTranslation();
  /** Width by height; null until it has loaded. */
  const [ratio, setRatio] = useState<number | null>(null);
  const [x, y] = [Math.round(focus.x * 100), Math.round(focus.y * 100)];
  const point = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange({ x: inside((clientX - left) / width), y: inside((clientY - top) / height) });
  };
  const press = (event: KeyboardEvent) => {
    const next = focusAfterKey(focus, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('focusPoint')}
      aria-describedby={hint}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={x}
      aria-valuetext={t('focusAt', { x: String(x), y: String(y) })}
      onKeyDown={press}
      onClick={point}
      onPointerDown={({ currentTarget, pointerId, pointerType }) => {
        // A moving finger scrolls the form.
        if (pointerType === 'mouse') currentTarget.setPointerCapture(pointerId);
      }}
      onPointerMove={(event) =>
        event.currentTarget.hasPointerCapture(event.pointerId) && point(event)
      }
      className={classNames(
        'absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-1/2 cursor-crosshair',
        'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-moss',
        ratio !== null && ratio < FRAME_RATIO ? 'h-full' : 'w-full',
      )}
      style={{ aspectRatio: ratio ?? FRAME_RATIO }}
    >
      <img
        src={src}
        alt=""
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setRatio(naturalHeight > 0 ? naturalWidth / naturalHeight : null)
        }
        onError={onError}
        className="size-full object-contain"
      />
      {ratio !== null && (
        <span
          style={{ left: `${x}%`, top: `${y}%` }}
          className="pointer-events-none absolute size-7 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white bg-white/20 shadow-[0_0_0_1px_rgb(0_0_0/0.6),inset_0_0_0_1px_rgb(0_0_0/0.6)]"
        />
      )}
    </div>
  );
}
