/** The sequence of a series while it is put together (pure): blocks with keys, and what can be done to them. */
import { type Block, seriesText, shownInBlocks } from '@veldlicht/contract/series';
import type { SeriesItem } from '@veldlicht/contract/story';
import { withMoved } from '#features/categories/list-order.ts';

export type Piece = Block & { key: string };
export type Sequence = readonly Piece[];

/** All that is edited of a series. */
export interface Draft
  extends Pick<SeriesItem, 'title' | 'date' | 'cover' | 'status' | 'publishFrom' | 'publishUntil'> {
  introduction: string;
  pieces: Sequence;
}

type NewKey = () => string;

/** `today`: yyyy-mm-dd. A new one is a draft: half a series must not go out with the first save. */
export function draftOf(series: SeriesItem | null, today: string, newKey: NewKey): Draft {
  if (!series)
    return {
      ...{ title: '', date: today, cover: null, introduction: '', pieces: [] },
      ...{ status: 'draft', publishFrom: null, publishUntil: null },
    };
  const { title, date, cover, status, publishFrom, publishUntil, body } = series;
  const { introduction, blocks } = body;
  return {
    ...{ title, date, cover, status, publishFrom, publishUntil, introduction },
    pieces: piecesOf(blocks, newKey),
  };
}

export function piecesOf(blocks: readonly Block[], newKey: NewKey): Piece[] {
  return blocks.map((block) => ({ ...block, key: newKey() }));
}

/** As it is sent: a text that nobody has written says nothing. */
export function valuesOf({ introduction, pieces, ...draft }: Draft) {
  const blocks = pieces
    .filter((piece) => piece.kind !== 'text' || piece.text.trim() !== '')
    .map(({ key: _, ...block }): Block => block);
  return { ...draft, body: { introduction, blocks } };
}

/** The reason why a text can't be sent. */
export const textFault = (text: string): string | undefined =>
  seriesText.safeParse(text).error?.issues[0]?.message;

export const shownInPieces = (pieces: Sequence) => new Set(shownInBlocks(pieces));

/** Puts blocks after a piece; at the end without one. */
export function inserted(pieces: Sequence, after: string | null, added: Piece[]): Sequence {
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

const change = (pieces: Sequence, key: string, to: (piece: Piece) => Piece): Sequence =>
  pieces.map((piece) => (piece.key === key ? to(piece) : piece));

export const withText = (pieces: Sequence, key: string, text: string): Sequence =>
  change(pieces, key, (piece) => (piece.kind === 'text' ? { ...piece, text } : piece));

/** Edge to edge, or no longer. */
export const toggledFull = (pieces: Sequence, key: string): Sequence =>
  change(pieces, key, (piece) =>
    'media' in piece && piece.kind !== 'pair'
      ? { ...piece, kind: piece.kind === 'full' ? 'single' : 'full' }
      : piece,
  );

const isOne = (piece: Piece | undefined) => piece?.kind === 'single' || piece?.kind === 'full';

/** Whether a piece can stand beside the one that follows it. */
export function canJoin(pieces: Sequence, place: number): boolean {
  return isOne(pieces[place]) && isOne(pieces[place + 1]);
}

/** Puts a picture beside the one that follows it. */
export function joined(pieces: Sequence, key: string): Sequence {
  const place = pieces.findIndex((piece) => piece.key === key);
  const [one, next] = [pieces[place], pieces[place + 1]];
  if (!canJoin(pieces, place) || !one || !next) return pieces;
  const pair: Piece = { key, kind: 'pair', media: shownInBlocks([one, next]) };
  return [...pieces.slice(0, place), pair, ...pieces.slice(place + 2)];
}

/** Two single pictures of a pair; the first keeps its key. */
export function split(pieces: Sequence, key: string, newKey: NewKey): Sequence {
  return pieces.flatMap((piece) => {
    if (piece.key !== key || piece.kind !== 'pair') return [piece];
    return piece.media.map((id, i) => ({
      ...{ kind: 'single' as const, media: [id], key: i === 0 ? key : newKey() },
    }));
  });
}

export const swapped = (pieces: Sequence, key: string): Sequence =>
  change(pieces, key, (piece) =>
    piece.kind === 'pair' ? { ...piece, media: piece.media.toReversed() } : piece,
  );
