/**
 * The masonry of the grid, computed ahead because every size is known: each card goes to the column
 * that is shortest so far, in reading order, so that earlier cards never move when later ones are
 * added. Lengths are in column widths: a layout holds until the number of columns changes.
 */

/** Space between cards, as a part of a column's width. */
export const GRID_GAP = 1 / 28;
/** Column counts that styles/grid.css chooses from by width. */
export const COLUMN_COUNTS = [1, 2, 3] as const;
/** Height of a caption below its picture, as a part of a column's width (styles/grid.css). */
export const CAPTION_RATIO = 0.19;

/** Height by width of the tallest and the flattest card; beyond it a picture is cropped. */
const TALLEST = 4;
const FLATTEST = 0.3;

/** Height by width of a card, from hundredths as the library index keeps them. */
export function storedRatio(hundredths: number): number {
  return Math.min(TALLEST, Math.max(FLATTEST, hundredths / 100));
}

/** Height by width of an item's card; the same that the library index gives. */
export function cardRatio(item: { width: number; height: number }): number {
  return storedRatio(Math.round((100 * item.height) / item.width));
}

/** A length as written in a style. */
export function rounded(length: number): number {
  return Math.round(length * 1e4) / 1e4;
}

export interface GridLayout {
  count: number;
  column: Uint8Array;
  /** Distances of each card's upper and lower edge from the top of the grid, captions included. */
  top: Float64Array;
  bottom: Float64Array;
  height: number;
}

export interface GridShape {
  columns: number;
  /** Height of a caption by the width of a column; 0 where captions lie over the pictures. */
  caption: number;
  /** How many of the first cards choose their column without captions, as the HTML of the page did. */
  likeHtml: number;
}

/** Places cards of these ratios. */
export function gridLayout(ratios: readonly number[], shape: GridShape): GridLayout {
  const { columns, caption, likeHtml } = shape;
  const count = ratios.length;
  const column = new Uint8Array(count);
  const top = new Float64Array(count);
  const bottom = new Float64Array(count);
  const pictures = new Array<number>(columns).fill(0);
  const full = new Array<number>(columns).fill(0);
  let height = 0;
  for (let at = 0; at < count; at++) {
    const ratio = ratios[at] ?? 1;
    const heights = at < likeHtml ? pictures : full;
    let shortest = 0;
    for (let c = 1; c < columns; c++)
      if ((heights[c] ?? 0) < (heights[shortest] ?? 0)) shortest = c;
    const start = full[shortest] ?? 0;
    const end = start + ratio + caption;
    column[at] = shortest;
    top[at] = start;
    bottom[at] = end;
    height = Math.max(height, end);
    pictures[shortest] = (pictures[shortest] ?? 0) + ratio + GRID_GAP;
    full[shortest] = end + GRID_GAP;
  }
  return { count, column, top, bottom, height };
}

/** A run of cards: from `start` up to, not with, `end`. */
export interface CardRun {
  start: number;
  end: number;
}

/** The shortest run that holds every card between two distances from the top. */
export function cardsBetween(
  { count, top, bottom }: GridLayout,
  from: number,
  to: number,
): CardRun {
  let start = count;
  let end = 0;
  for (let at = 0; at < count; at++) {
    if ((bottom[at] ?? 0) <= from || (top[at] ?? 0) > to) continue;
    start = Math.min(start, at);
    end = at + 1;
  }
  return { start: Math.min(start, end), end };
}

/** Heights in column widths, by `COLUMN_COUNTS`. */
export interface WholeHeights {
  /** Where captions lie over the pictures. */
  plain: number[];
  /** Where they are below. */
  captioned: number[];
}

/**
 * How high the library's grid will be once its script shows all of it: `ratios` of all items as the
 * index keeps them, `likeHtml` how many of them are in the HTML.
 */
export function wholeHeights(ratios: readonly number[], likeHtml: number): WholeHeights {
  const stored = ratios.map(storedRatio);
  const heights = (caption: number) =>
    COLUMN_COUNTS.map((columns) => gridLayout(stored, { columns, caption, likeHtml }).height);
  return { plain: heights(0), captioned: heights(CAPTION_RATIO) };
}
