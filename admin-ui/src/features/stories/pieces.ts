/** The blocks of a story with keys, and their edits (pure). */
import { type Block, type PictureKind, shownInBlocks } from '@veldlicht/contract/story-body';
import { withMoved } from '#lib/list-moves.ts';
import { randomKey } from '#lib/random-key.ts';

export type Piece = Block & { key: string };
export type Sequence = readonly Piece[];

interface Figure {
  id: string;
  caption: string | undefined;
}

export const textPiece = (text = ''): Piece => ({ kind: 'text', text, key: randomKey() });
export const spacePiece = (): Piece => ({ kind: 'space', key: randomKey() });
export const picturePiece = (id: string): Piece => ({
  kind: 'single',
  media: [id],
  key: randomKey(),
});

export const piecesOf = (blocks: readonly Block[]): Piece[] =>
  blocks.map((block) => ({ ...block, key: randomKey() }));

/** Removes the keys. */
export const blocksOf = (pieces: Sequence): Block[] => pieces.map(({ key: _, ...block }) => block);

/** Whether it is more than an empty text. */
export const isWritten = (block: Block) => block.kind !== 'text' || block.text.trim() !== '';

export const shownInPieces = (pieces: Sequence) => new Set(shownInBlocks(pieces));

/** Inserts pieces after a key, or at the end. */
export function inserted(
  pieces: Sequence,
  after: string | null,
  added: readonly Piece[],
): Sequence {
  const place = pieces.findIndex(({ key }) => key === after);
  const at = place < 0 ? pieces.length : place + 1;
  return [...pieces.slice(0, at), ...added, ...pieces.slice(at)];
}

export const removed = (pieces: Sequence, key: string): Sequence =>
  pieces.filter((piece) => piece.key !== key);

export function moved(pieces: Sequence, key: string, place: number): Sequence {
  const keys = pieces.map((piece) => piece.key);
  const order = withMoved(keys, key, place);
  if (order === keys) return pieces;
  const byKey = new Map(pieces.map((piece) => [piece.key, piece]));
  return order.flatMap((one) => byKey.get(one) ?? []);
}

const change = (pieces: Sequence, key: string, to: (piece: Piece) => Piece[]): Sequence =>
  pieces.flatMap((piece) => (piece.key === key ? to(piece) : [piece]));

export const withText = (pieces: Sequence, key: string, text: string): Sequence =>
  change(pieces, key, (piece) => [piece.kind === 'text' ? { ...piece, text } : piece]);

/** Cuts a text in two at an offset. */
export const cut = (pieces: Sequence, key: string, at: number): Sequence =>
  change(pieces, key, (piece) =>
    piece.kind === 'text'
      ? [
          { ...piece, text: piece.text.slice(0, at).trimEnd() },
          textPiece(piece.text.slice(at).trim()),
        ]
      : [piece],
  );

const figuresOf = (piece: Piece | undefined): Figure[] =>
  piece && 'media' in piece
    ? piece.media.map((id, i) => ({ id, caption: piece.captions?.[i] }))
    : [];

/** Builds a piece of pictures, with captions only if any has one. */
function pictures(kind: PictureKind, figures: readonly Figure[], key: string): Piece {
  const media = figures.map(({ id }) => id);
  const isTold = figures.some(({ caption }) => caption !== undefined);
  const captions = figures.map(({ caption }) => caption ?? '');
  return isTold ? { kind, media, captions, key } : { kind, media, key };
}

export const withCaption = (pieces: Sequence, key: string, at: number, caption: string): Sequence =>
  change(pieces, key, (piece) => {
    const figures = figuresOf(piece).map((one, i) => (i === at ? { ...one, caption } : one));
    return 'media' in piece ? [pictures(piece.kind, figures, key)] : [piece];
  });

export const toggledFull = (pieces: Sequence, key: string): Sequence =>
  change(pieces, key, (piece) =>
    'media' in piece && piece.kind !== 'pair'
      ? [{ ...piece, kind: piece.kind === 'full' ? 'single' : 'full' }]
      : [piece],
  );

const isOne = (piece: Piece | undefined) => piece?.kind === 'single' || piece?.kind === 'full';

/** Whether a piece can form a pair with the next. */
export function canJoin(pieces: Sequence, place: number): boolean {
  return isOne(pieces[place]) && isOne(pieces[place + 1]);
}

/** Joins a picture and the next into a pair. */
export function joined(pieces: Sequence, key: string): Sequence {
  const place = pieces.findIndex((piece) => piece.key === key);
  if (!canJoin(pieces, place)) return pieces;
  const both = [...figuresOf(pieces[place]), ...figuresOf(pieces[place + 1])];
  return [...pieces.slice(0, place), pictures('pair', both, key), ...pieces.slice(place + 2)];
}

/** Splits a pair; the first picture keeps the key. */
export const split = (pieces: Sequence, key: string): Sequence =>
  change(pieces, key, (piece) =>
    piece.kind === 'pair'
      ? figuresOf(piece).map((one, i) => pictures('single', [one], i === 0 ? key : randomKey()))
      : [piece],
  );

export const swapped = (pieces: Sequence, key: string): Sequence =>
  change(pieces, key, (piece) =>
    piece.kind === 'pair' ? [pictures('pair', figuresOf(piece).toReversed(), key)] : [piece],
  );
