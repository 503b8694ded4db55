/**
 * The masonry of lib/grid-layout.ts for ten thousand items at once, and which of them are near the
 * screen. Lengths are in column widths; a caption below a picture is a part of a column's width too,
 * so that a layout holds until the number of columns changes.
 */
import { GRID_GAP } from './grid-layout.ts';

export interface WindowLayout {
  count: number;
  columns: number;
  column: Uint8Array;
  /** Distance of each card from the top of the grid, captions included. */
  top: Float64Array;
  height: number;
  /** Lowest end of the cards up to each one: rises, so that it can be searched. */
  endUpTo: Float64Array;
  /** Highest beginning of the cards from each one on: rises likewise. */
  topFrom: Float64Array;
}

export interface GridShape {
  columns: number;
  /** Height of a caption by the width of a column; 0 where captions lie over the pictures. */
  caption: number;
  /** How many of the first cards choose their column without captions, as the HTML of the page did. */
  likeHtml: number;
}

/** Places the cards of `rows`; `ratio` is by row. */
export function windowLayout(
  rows: readonly number[],
  ratio: readonly number[],
  { columns, caption, likeHtml }: GridShape,
): WindowLayout {
  const count = rows.length;
  const column = new Uint8Array(count);
  const top = new Float64Array(count);
  const endUpTo = new Float64Array(count);
  const topFrom = new Float64Array(count);
  const pictures = new Float64Array(columns);
  const full = new Float64Array(columns);
  let lowest = 0;
  for (let i = 0; i < count; i++) {
    const heights = i < likeHtml ? pictures : full;
    let shortest = 0;
    for (let c = 1; c < columns; c++)
      if ((heights[c] as number) < (heights[shortest] as number)) shortest = c; // both below `columns`
    const height = ratio[rows[i] ?? -1] ?? 1;
    const start = full[shortest] ?? 0;
    column[i] = shortest;
    top[i] = start;
    lowest = Math.max(lowest, start + height + caption);
    endUpTo[i] = lowest;
    pictures[shortest] = (pictures[shortest] ?? 0) + height + GRID_GAP;
    full[shortest] = start + height + GRID_GAP + caption;
  }
  let highest = Number.POSITIVE_INFINITY;
  for (let i = count - 1; i >= 0; i--) {
    highest = Math.min(highest, top[i] ?? 0);
    topFrom[i] = highest;
  }
  return { count, columns, column, top, height: lowest, endUpTo, topFrom };
}

/** First place of a rising list whose value is above `limit`. */
function firstAbove(values: Float64Array, limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A run of cards: from `start` up to, not with, `end`. */
export interface CardRun {
  start: number;
  end: number;
}

/** The shortest run that holds every card between two distances from the top. */
export function cardsBetween(layout: WindowLayout, from: number, to: number): CardRun {
  const start = firstAbove(layout.endUpTo, from);
  return { start, end: Math.max(start, firstAbove(layout.topFrom, to)) };
}
