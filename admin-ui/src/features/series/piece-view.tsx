/** A piece of a series as its page shows it. */
import type { MediaItem } from '@veldlicht/contract/media';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '#features/media/media-urls.ts';
import { serverText } from '#i18n/failure-text.ts';
import { classNames } from '#lib/class-names.ts';
import { type Piece, textFault } from './sequence.ts';

export type ItemsById = ReadonlyMap<string, MediaItem>;

function Picture({ item }: { item: MediaItem | undefined }) {
  const { t } = useTranslation();
  if (!item)
    return (
      <p className="grid min-h-24 place-items-center rounded-sm border border-dashed border-edge p-3 text-center text-[0.8125rem] text-danger">
        {t('notePhotoGone')}
      </p>
    );
  const isHidden = item.status === 'draft' || item.withheld;
  return (
    <>
      <img
        src={thumbnailUrl(item, 960) ?? undefined}
        alt={item.alt ?? item.title}
        width={item.width}
        height={item.height}
        loading="lazy"
        draggable={false}
        className="h-auto w-full bg-deep"
      />
      {isHidden && (
        <span className="absolute inset-x-0 bottom-0 bg-danger-wash px-2 py-1 text-xs text-danger">
          {t('notePhotoHidden')}
        </span>
      )}
    </>
  );
}

const ratioOf = (item: MediaItem | undefined) => (item ? item.width / item.height : 1);

interface WordsProps {
  text: string;
  onText: (text: string) => void;
  onRest: () => void;
}

function Words({ text, onText, onRest }: WordsProps) {
  const { t } = useTranslation();
  const faultId = useId();
  const fault = textFault(text);
  return (
    <div className="mx-auto flex w-full max-w-[28rem] flex-col gap-1.5">
      <textarea
        data-control="text"
        aria-label={t('body')}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault && faultId}
        placeholder={t('textPieceHint')}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onBlur={onRest}
        rows={2}
        className="block field-sizing-content min-h-16 w-full resize-none rounded-sm border border-dashed border-hairline bg-transparent px-3 py-2 text-base leading-relaxed hover:border-edge aria-invalid:border-danger"
      />
      {fault && (
        <p id={faultId} role="alert" className="text-[0.8125rem] text-danger">
          {serverText(fault)}
        </p>
      )}
    </div>
  );
}

interface PieceViewProps extends Omit<WordsProps, 'text'> {
  piece: Piece;
  items: ItemsById;
}

export function PieceView({ piece, items, onText, onRest }: PieceViewProps) {
  const { t } = useTranslation();
  if (piece.kind === 'space')
    return (
      <p className="grid h-20 place-items-center border-y border-dashed border-hairline text-[0.8125rem] text-muted">
        {t('spacePiece')}
      </p>
    );
  if (piece.kind === 'text') return <Words text={piece.text} onText={onText} onRest={onRest} />;
  const shown = piece.media.map((id) => items.get(id));
  return (
    <div
      className={classNames(
        'flex justify-center gap-[1.2%]',
        piece.kind === 'full' ? '' : 'px-[5%]',
      )}
    >
      {shown.map((item, i) => (
        <div
          key={i}
          className="relative min-w-0"
          style={{
            flex: `${ratioOf(item)} 1 0`,
            maxWidth: piece.kind === 'single' ? `calc(var(--tall) * ${ratioOf(item)})` : undefined,
          }}
        >
          <Picture item={item} />
        </div>
      ))}
    </div>
  );
}
