/** The buttons of one piece: one stop for Tab, and arrows between them. */
import { Toolbar } from '@base-ui/react/toolbar';
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
import { useTranslation } from 'react-i18next';
import { IconButton } from '#components/ui/button.tsx';
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
  return (
    <Toolbar.Root
      aria-label={t('pieceTools', { name })}
      className="flex flex-wrap rounded-md border border-hairline bg-raised shadow-sm"
    >
      {actions.map((action) => (
        <Toolbar.Button
          key={action}
          onClick={() => onAct(action)}
          render={
            <IconButton
              icon={icons[action]}
              label={t(action)}
              aria-pressed={pressed[action]}
              className={classNames(
                'size-9 aria-pressed:bg-moss-wash aria-pressed:text-moss',
                action === 'removePiece' && 'hover:text-danger',
              )}
            />
          }
        />
      ))}
    </Toolbar.Root>
  );
}
