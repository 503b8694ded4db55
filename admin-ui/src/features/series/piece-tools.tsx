/** The buttons of one piece: one stop for Tab, and arrows between them. */
import {
  ArrowLeftRight,
  Columns2,
  Fullscreen,
  ImagePlus,
  type LucideIcon,
  Minus,
  Split,
  Star,
  Trash2,
  Type,
} from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#components/ui/button.tsx';
import type { PlainTextKey } from '#i18n/en.ts';
import { classNames } from '#lib/class-names.ts';
import type { Piece } from './sequence.ts';

export type PieceAction =
  | 'joinNext'
  | 'splitPair'
  | 'swapPair'
  | 'fullWidth'
  | 'asCover'
  | 'photosBelow'
  | 'textBelow'
  | 'spaceBelow'
  | 'removePiece';

const icons: Record<PieceAction, LucideIcon> = {
  joinNext: Columns2,
  splitPair: Split,
  swapPair: ArrowLeftRight,
  fullWidth: Fullscreen,
  asCover: Star,
  photosBelow: ImagePlus,
  textBelow: Type,
  spaceBelow: Minus,
  removePiece: Trash2,
};

interface PieceToolsProps {
  piece: Piece;
  name: string;
  canJoin: boolean;
  isCover: boolean;
  onAct: (action: PieceAction) => void;
}

export function PieceTools({ piece, name, canJoin, isCover, onAct }: PieceToolsProps) {
  const { t } = useTranslation();
  const [at, setAt] = useState(0);
  const isOne = piece.kind === 'single' || piece.kind === 'full';
  const actions: PieceAction[] = [
    ...(isOne && canJoin ? (['joinNext'] as const) : []),
    ...(piece.kind === 'pair' ? (['splitPair', 'swapPair'] as const) : []),
    ...(isOne ? (['fullWidth', 'asCover'] as const) : []),
    ...(['photosBelow', 'textBelow', 'spaceBelow', 'removePiece'] as const),
  ];
  const pressed: Partial<Record<PieceAction, boolean>> = {
    fullWidth: piece.kind === 'full',
    asCover: isCover,
  };
  const current = Math.min(at, actions.length - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (current + step + actions.length) % actions.length;
    setAt(next);
    const button = event.currentTarget.children[next];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label={t('pieceTools', { name })}
      onKeyDown={onKeyDown}
      className="flex flex-wrap rounded-md border border-hairline bg-raised shadow-sm"
    >
      {actions.map((action, i) => {
        const Icon = icons[action];
        const label: PlainTextKey = action;
        return (
          <IconButton
            icon={Icon}
            key={action}
            label={t(label)}
            tabIndex={i === current ? 0 : -1}
            aria-pressed={pressed[action]}
            onFocus={() => setAt(i)}
            onClick={() => onAct(action)}
            className={classNames(
              'size-9 aria-pressed:bg-moss-wash aria-pressed:text-moss',
              action === 'removePiece' && 'hover:text-danger',
            )}
          />
        );
      })}
    </div>
  );
}
