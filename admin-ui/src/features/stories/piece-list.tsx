/** The blocks of a story, with their handles and tools. */
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { MoveNotes } from '#components/move-notes.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { classNames } from '#lib/class-names.ts';
import { insertText } from '#lib/insert-text.ts';
import { type Drag, placeByKey, placeWhile } from '#lib/list-moves.ts';
import { useDrag } from '#lib/use-drag.ts';
import { type Mark, withMark } from './markdown-edit.ts';
import { type PieceAction, PieceTools } from './piece-tools.tsx';
import { type ItemsById, PieceView } from './piece-view.tsx';
import {
  canJoin,
  cut,
  inserted,
  joined,
  moved,
  type Piece,
  removed,
  type Sequence,
  spacePiece,
  split,
  swapped,
  textPiece,
  toggledFull,
  withCaption,
  withText,
} from './pieces.ts';

/** Moves pieces by pointer and by keys, as categories are moved. */
function usePieceOrder(
  pieces: Sequence,
  /** `byKey`: steps by keys are undone as one. */
  onMove: (key: string, place: number, byKey: boolean) => void,
) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<(Drag & { key: string }) | null>(null);
  const drop = () => {
    if (dragged && dragged.over !== dragged.from) onMove(dragged.key, dragged.over, false);
    setDragged(null);
  };
  const drag = useDrag({
    list,
    enabled: true,
    onPress: (key, height) => {
      const from = pieces.findIndex((piece) => piece.key === key);
      setDragged({ key, from, over: from, height });
    },
    onOver: (over) => setDragged((last) => (last && last.over !== over ? { ...last, over } : last)),
    onDrop: drop,
    onCancel: () => setDragged(null),
    onEnd: drop,
  });
  return {
    list,
    onPointerDownCapture: drag.onPointerDownCapture,
    /** Pixels by which the piece at a place makes room. */
    shiftAt: (place: number) =>
      dragged && place !== dragged.from ? (placeWhile(dragged, place) - place) * dragged.height : 0,
    onHandleKey: (key: string, event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || drag.isDragging()) return;
      const at = pieces.findIndex((piece) => piece.key === key);
      const place = placeByKey(event.key, at, pieces.length);
      if (place === null) return;
      event.preventDefault();
      onMove(key, Math.min(Math.max(place, 0), pieces.length - 1), true);
    },
  };
}

/** Returns the piece of an event. */
function keyOf(target: EventTarget): string | null {
  const row = target instanceof Element && target.closest('[data-swapy-item]');
  return row ? row.getAttribute('data-swapy-item') : null;
}

interface PieceListProps {
  pieces: Sequence;
  items: ItemsById;
  cover: string | null;
  /** Small pictures, for an overview. */
  small: boolean;
  /** As readers see it. */
  isLook: boolean;
  /** Edits with the same `tag` are undone as one. */
  onEdit: (pieces: Sequence, tag?: string) => void;
  onCover: (id: string | null) => void;
  /** Opens the picker for photos after a piece. */
  onAddPhotos: (after: string) => void;
  onRest: () => void;
}

export function PieceList(props: PieceListProps) {
  const { pieces, items, cover, small, isLook, onEdit, onCover, onAddPhotos, onRest } = props;
  const { t } = useTranslation();
  const hintId = useId();
  const [current, setCurrent] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  /** Focused once it mounts. */
  const next = useRef<{ key: string; control: 'handle' | 'text' } | null>(null);

  const nameOf = (piece: Piece): string => {
    if (piece.kind === 'text') return piece.text.trim().slice(0, 30) || t('body');
    if (piece.kind === 'space') return t('spacePiece');
    return piece.media.map((id) => items.get(id)?.title ?? t('gonePhoto')).join(' + ');
  };

  const order = usePieceOrder(pieces, (key, place, byKey) => {
    const piece = pieces.find((one) => one.key === key);
    const after = moved(pieces, key, place);
    if (!piece) return;
    next.current = { key, control: 'handle' };
    const [position, total] = [String(place + 1), String(pieces.length)];
    setSaid(t('nowAtPosition', { name: nameOf(piece), position, total }));
    // Flushed: swapy reads the new order within the drop, and a key keeps the focus in the list.
    if (byKey) flushSync(() => onEdit(after, `move:${key}`));
    else onEdit(after);
  });

  useEffect(() => {
    const wanted = next.current;
    next.current = null;
    if (!wanted) return;
    const row = order.list.current?.querySelector(`[data-swapy-item="${CSS.escape(wanted.key)}"]`);
    row?.querySelector<HTMLElement>(`[data-control="${wanted.control}"]`)?.focus();
  }, [pieces, order.list]);

  const boxOf = (key: string) =>
    order.list.current?.querySelector<HTMLTextAreaElement>(
      `[data-swapy-item="${CSS.escape(key)}"] textarea`,
    );
  const mark = ({ key }: Piece, wanted: Mark) => {
    const box = boxOf(key);
    if (!box) return;
    const { selectionStart: from, selectionEnd: to, value: text } = box;
    onRest();
    insertText(box, withMark({ text, from, to }, wanted), (next) =>
      onEdit(withText(pieces, key, next)),
    );
    onRest();
  };

  const act = (piece: Piece, place: number, action: PieceAction) => {
    const { key } = piece;
    const below = (added: Piece, control: 'handle' | 'text') => {
      next.current = { key: added.key, control };
      onEdit(inserted(pieces, key, [added]));
    };
    if (action === 'asCover') {
      const [id = null] = 'media' in piece ? piece.media : [];
      return onCover(id === cover ? null : id);
    }
    if (action === 'photosBelow') return onAddPhotos(key);
    if (action === 'textBelow') return below(textPiece(), 'text');
    if (action === 'spaceBelow') return below(spacePiece(), 'handle');
    if (action === 'cutText') {
      const after = cut(pieces, key, boxOf(key)?.selectionStart ?? 0);
      next.current = { key: after[place + 1]?.key ?? key, control: 'text' };
      return onEdit(after);
    }
    const stays = action === 'removePiece' ? (pieces[place + 1] ?? pieces[place - 1]) : piece;
    if (action !== 'fullWidth' && action !== 'swapPair' && stays)
      next.current = { key: stays.key, control: 'handle' };
    const after = {
      joinNext: () => joined(pieces, key),
      splitPair: () => split(pieces, key),
      swapPair: () => swapped(pieces, key),
      fullWidth: () => toggledFull(pieces, key),
      removePiece: () => removed(pieces, key),
    };
    onEdit(after[action]());
  };

  return (
    <>
      <ol
        ref={order.list}
        aria-label={t('storyPieces')}
        onFocus={({ target }) => setCurrent(keyOf(target))}
        onPointerDownCapture={(event) => {
          setCurrent(keyOf(event.target));
          order.onPointerDownCapture(event);
        }}
        className={classNames(
          'mx-auto w-full',
          small ? 'max-w-60 [--tall:9rem]' : '[--tall:min(32rem,60vh)]',
        )}
      >
        {pieces.map((piece, place) => (
          // Keyed by place: swapy's slots stay.
          <li
            key={place}
            data-swapy-slot={place}
            className={small ? 'py-1' : 'py-2.5'}
            style={{ ['--shift' as string]: `${order.shiftAt(place)}px` }}
          >
            <div
              key={piece.key}
              data-swapy-item={piece.key}
              className={classNames(
                'group relative flex translate-y-(--shift) gap-1 rounded-md border bg-ground transition-[translate] duration-300 ease-out data-swapy-dragging:border-moss',
                current === piece.key ? 'border-edge' : 'border-transparent',
              )}
            >
              <div className="flex w-9 shrink-0 flex-col items-center">
                <IconButton
                  label={t('moveEntry', { name: nameOf(piece) })}
                  aria-describedby={hintId}
                  data-swapy-handle=""
                  data-control="handle"
                  onKeyDown={(event) => {
                    if (event.key === 'Delete') act(piece, place, 'removePiece');
                    else order.onHandleKey(piece.key, event);
                  }}
                  className="size-9 touch-none cursor-grab! group-data-swapy-dragging:cursor-grabbing!"
                >
                  <GripVertical className="pointer-events-none size-4" />
                </IconButton>
                <span className="text-xs text-muted tabular-nums">{place + 1}</span>
              </div>
              <div className="min-w-0 flex-1">
                <PieceView
                  piece={piece}
                  items={items}
                  isLook={isLook}
                  small={small}
                  onText={(text) => onEdit(withText(pieces, piece.key, text), `text:${piece.key}`)}
                  onCaption={(at, caption) =>
                    onEdit(
                      withCaption(pieces, piece.key, at, caption),
                      `caption:${piece.key}:${at}`,
                    )
                  }
                  onRest={onRest}
                />
                {current === piece.key && !isLook && (
                  <PieceTools
                    piece={piece}
                    name={nameOf(piece)}
                    canJoin={canJoin(pieces, place)}
                    isCover={'media' in piece && piece.media[0] === cover}
                    onAct={(action) => act(piece, place, action)}
                    onMark={(wanted) => mark(piece, wanted)}
                    className={classNames(
                      'mt-1.5',
                      piece.kind !== 'text' &&
                        'pointer-fine:absolute pointer-fine:top-1 pointer-fine:right-1 pointer-fine:z-10 pointer-fine:mt-0 pointer-fine:max-w-[calc(100%-2.75rem)]',
                      small &&
                        piece.kind !== 'text' &&
                        'pointer-fine:right-auto pointer-fine:left-full pointer-fine:ml-2 pointer-fine:w-max pointer-fine:max-w-none',
                    )}
                  />
                )}
              </div>
            </div>
          </li>
        ))}
      </ol>
      <MoveNotes hintId={hintId} said={said} />
    </>
  );
}
