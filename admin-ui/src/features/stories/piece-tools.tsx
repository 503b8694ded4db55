/** The toolbar of a piece: one Tab stop, with arrow keys between buttons. */
import { Toolbar } from '@base-ui/react/toolbar';
import {
  ArrowLeftRight,
  Bold,
  Columns2,
  Fullscreen,
  Heading,
  ImagePlus,
  Italic,
  Link2,
  List,
  type LucideIcon,
  Minus,
  Scissors,
  Split,
  Star,
  Trash2,
  Type,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '#components/ui/button.tsx';
import { classNames } from '#lib/class-names.ts';
import { type Mark, marks } from './markdown-edit.ts';
import type { Piece } from './pieces.ts';

export type PieceAction =
  | 'joinNext'
  | 'splitPair'
  | 'swapPair'
  | 'fullWidth'
  | 'asCover'
  | 'cutText'
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
  cutText: Scissors,
  photosBelow: ImagePlus,
  textBelow: Type,
  spaceBelow: Minus,
  removePiece: Trash2,
};

const markIcons: Record<Mark, LucideIcon> = {
  bold: Bold,
  italic: Italic,
  heading: Heading,
  list: List,
  link: Link2,
};

interface PieceToolsProps {
  piece: Piece;
  name: string;
  canJoin: boolean;
  isCover: boolean;
  onAct: (action: PieceAction) => void;
  /** Formats what is selected in the text. */
  onMark: (mark: Mark) => void;
  className: string;
}

export function PieceTools(props: PieceToolsProps) {
  const { piece, name, canJoin, isCover, onAct, onMark, className } = props;
  const { t } = useTranslation();
  const isOne = piece.kind === 'single' || piece.kind === 'full';
  const actions: PieceAction[] = [
    ...(isOne && canJoin ? (['joinNext'] as const) : []),
    ...(piece.kind === 'pair' ? (['splitPair', 'swapPair'] as const) : []),
    ...(isOne ? (['fullWidth', 'asCover'] as const) : []),
    ...(piece.kind === 'text' ? (['cutText'] as const) : []),
    ...(['photosBelow', 'textBelow', 'spaceBelow', 'removePiece'] as const),
  ];
  const pressed: Partial<Record<PieceAction, boolean>> = {
    fullWidth: piece.kind === 'full',
    asCover: isCover,
  };
  return (
    <Toolbar.Root
      aria-label={t('pieceTools', { name })}
      className={classNames(
        'flex flex-wrap rounded-md border border-hairline bg-raised shadow-sm',
        className,
      )}
    >
      {piece.kind === 'text' &&
        marks.map((mark) => (
          <Toolbar.Button
            key={mark}
            onClick={() => onMark(mark)}
            render={<ToolButton icon={markIcons[mark]} label={t(`mark:${mark}`)} />}
          />
        ))}
      {actions.map((action) => (
        <Toolbar.Button
          key={action}
          onClick={() => onAct(action)}
          render={
            <ToolButton
              icon={icons[action]}
              label={t(action)}
              aria-pressed={pressed[action]}
              className={classNames(action === 'removePiece' && 'hover:text-danger')}
            />
          }
        />
      ))}
    </Toolbar.Root>
  );
}
