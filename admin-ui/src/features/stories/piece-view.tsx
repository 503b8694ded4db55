/** A piece of a story as its page shows it, with editable texts. */
import type { MediaItem } from '@veldlicht/contract/media';
import { blockText } from '@veldlicht/contract/story-body';
import { FileWarning } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { serverText } from '#i18n/failure-text.ts';
import { classNames } from '#lib/class-names.ts';
import { thumbnailUrl } from '#lib/media-urls.ts';
import { isWritten, type Piece } from './pieces.ts';
import { hasFileName } from './saved-words.ts';
import { StoryWords } from './story-words.tsx';

export type ItemsById = ReadonlyMap<string, MediaItem>;

const ratioOf = (item: MediaItem | undefined) => (item ? item.width / item.height : 1);

/** Looks of texts edited in place. */
const typedClass =
  'block w-full rounded-sm border border-dashed border-hairline bg-transparent px-3 hover:border-edge aria-invalid:border-danger';

interface FigureProps {
  item: MediaItem | undefined;
  caption: string;
  /** Null: read only. */
  onCaption: ((caption: string) => void) | null;
  onRest: () => void;
}

function Figure({ item, caption, onCaption, onRest }: FigureProps) {
  const { t } = useTranslation();
  if (!item)
    return (
      <p className="grid min-h-24 place-items-center rounded-sm border border-dashed border-edge p-3 text-center text-small text-danger">
        {t('storyPhotoGone')}
      </p>
    );
  const isHidden = item.status === 'draft' || item.withheld;
  return (
    <figure className="flex flex-col gap-1.5">
      <div className="relative">
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
            {t('storyPhotoHidden')}
          </span>
        )}
      </div>
      {onCaption ? (
        <input
          aria-label={t('captionOf', { title: item.title })}
          placeholder={item.title}
          value={caption}
          onChange={({ target }) => onCaption(target.value)}
          onBlur={onRest}
          className={classNames(typedClass, 'h-9 text-base md:text-small')}
        />
      ) : (
        <figcaption className="text-small text-muted">{caption || item.title}</figcaption>
      )}
      {hasFileName(item) && !caption.trim() && (
        <p className="flex gap-1.5 text-xs text-amber">
          <FileWarning className="size-3.5 shrink-0" />
          {t('fileNameCaption')}
        </p>
      )}
    </figure>
  );
}

interface TextProps {
  text: string;
  onText: (text: string) => void;
  onRest: () => void;
}

function Text({ text, onText, onRest }: TextProps) {
  const { t } = useTranslation();
  const faultId = useId();
  const fault = blockText.safeParse(text).error?.issues[0]?.message;
  return (
    <>
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
        className={classNames(
          typedClass,
          'field-sizing-content min-h-16 resize-none py-2 text-base leading-relaxed',
        )}
      />
      {fault && (
        <p id={faultId} role="alert" className="text-small text-danger">
          {serverText(fault)}
        </p>
      )}
    </>
  );
}

interface PieceViewProps {
  piece: Piece;
  items: ItemsById;
  /** As readers see it, read only. */
  isLook: boolean;
  /** Small pictures without captions. */
  small: boolean;
  onText: (text: string) => void;
  onCaption: (at: number, caption: string) => void;
  onRest: () => void;
}

export function PieceView(props: PieceViewProps) {
  const { piece, items, isLook, small, onText, onCaption, onRest } = props;
  const { t } = useTranslation();
  if (piece.kind === 'space')
    return (
      <p className="grid h-20 place-items-center border-y border-dashed border-hairline text-small text-muted">
        {t('spacePiece')}
      </p>
    );
  if (piece.kind === 'text')
    return (
      <div className="mx-auto flex w-full max-w-[38rem] flex-col gap-1.5">
        {small && !isWritten(piece) ? (
          <p className="py-2 text-small text-muted">{t('emptyTextPiece')}</p>
        ) : isLook || small ? (
          <StoryWords text={piece.text} />
        ) : (
          <Text text={piece.text} onText={onText} onRest={onRest} />
        )}
      </div>
    );
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
          className="min-w-0"
          style={{
            flex: `${ratioOf(item)} 1 0`,
            maxWidth: piece.kind === 'single' ? `calc(var(--tall) * ${ratioOf(item)})` : undefined,
          }}
        >
          <Figure
            item={item}
            caption={piece.captions?.[i] ?? ''}
            onCaption={isLook || small ? null : (caption) => onCaption(i, caption)}
            onRest={onRest}
          />
        </div>
      ))}
    </div>
  );
}
