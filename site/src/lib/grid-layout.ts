/**
 * The masonry of the grid, computed ahead because every size is known: each card goes to the column
 * that is shortest so far, in reading order, so that earlier cards never move when later ones are
 * added. A panorama lies across columns, as soon as those end at one height: up to a few of the cards that
 * follow come before it and make them. Where they can't, it is a card of one column, so that there is never
 * a hole. Lengths are in column widths: a layout holds until the number of columns changes.
 */

/** Space between cards, as a part of a column's width. */
export const GRID_GAP = 1 / 28;
/** Column counts that styles/grid.css chooses from by width. */
export const COLUMN_COUNTS = [1, 2, 3] as const;
/** Height of a caption below its picture, as a part of a column's width (styles/grid.css). */
export const CAPTION_RATIO = 0.19;

/** Height by width of the tallest and the flattest card; beyond it a picture is cropped. */
const TALLEST = 4;
const FLATTEST = 0.2;

/** Height by width up to which a picture lies across two columns, and across all. */
const ACROSS_TWO = 0.5;
const ACROSS_ALL = 0.34;
/** How far columns may end from one height to carry a panorama, and how far captions may part them in the HTML. */
const FLUSH = 0.045;
const CAPTION_PLAY = 0.45;
/** No column may fall further behind for the sake of a panorama, unless one is already. */
const MOST_APART = 1.3;
/** Cards that may come before a panorama: for each there are two ways to place it. In the HTML there are few panoramas. */
const LOOK_AHEAD = 7;
const LOOK_AHEAD_HTML = 10;

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
  /** The first column of each card, and how many it lies across. */
  column: Uint8Array;
  span: Uint8Array;
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

/** How many columns a picture lies across, where they allow it. */
export function columnsAcross(ratio: number, columns: number): number {
  return ratio > ACROSS_TWO ? 1 : Math.min(columns, ratio > ACROSS_ALL ? 2 : 3);
}

/** Width of a card across columns. */
export function widthAcross(span: number): number {
  return span + (span - 1) * GRID_GAP;
}

/** Where the columns end, without captions and with them. */
interface Ends {
  plain: number[];
  captioned: number[];
}

/** Adds a card of one column, or takes it away. */
function add(ends: Ends, column: number, ratio: number, sign = 1): void {
  ends.plain[column] = (ends.plain[column] ?? 0) + sign * (ratio + GRID_GAP);
  ends.captioned[column] =
    (ends.captioned[column] ?? 0) + sign * (ratio + CAPTION_RATIO + GRID_GAP);
}

const highest = (heights: readonly number[], first = 0, span = heights.length) => {
  let most = 0;
  for (let c = first; c < first + span; c++) most = Math.max(most, heights[c] ?? 0);
  return most;
};

/** How far the ends of some columns are apart. */
const apart = (heights: readonly number[], first = 0, span = heights.length) => {
  let least = Number.POSITIVE_INFINITY;
  for (let c = first; c < first + span; c++) least = Math.min(least, heights[c] ?? 0);
  return highest(heights, first, span) - least;
};

/** How a panorama comes to lie across columns: the columns of the cards that come before it, and its first one. */
interface WayAcross {
  columns: number[];
  first: number;
  apart: number;
}

/**
 * The way with the fewest of the `next` cards, and of those the one that leaves the columns the closest; null when there is
 * none. `isFlush`: the columns from one on can carry it. Tries every column for each card, of three the two lower ones.
 */
function wayAcross(
  ends: Ends,
  next: readonly number[],
  span: number,
  isFlush: (first: number) => boolean,
): WayAcross | null {
  const count = ends.plain.length;
  const most = Math.max(MOST_APART, apart(ends.plain));
  const columns: number[] = [];
  let best: WayAcross | null = null;
  const look = (toUse: number) => {
    if (toUse > 0) {
      const ratio = next[columns.length] ?? 1;
      const top = count > 2 ? ends.plain.indexOf(highest(ends.plain)) : -1;
      for (let c = 0; c < count; c++) {
        if (c === top) continue;
        add(ends, c, ratio);
        columns.push(c);
        look(toUse - 1);
        columns.pop();
        add(ends, c, ratio, -1);
      }
      return;
    }
    const whole = apart(ends.plain);
    if (whole > most || (best && whole >= best.apart)) return;
    for (let first = 0; first + span <= count; first++) {
      if (!isFlush(first)) continue;
      best = { columns: [...columns], first, apart: whole };
      return;
    }
  };
  for (let used = 0; used <= next.length && !best; used++) look(used);
  return best;
}

/** Places cards of these ratios. */
export function gridLayout(ratios: readonly number[], shape: GridShape): GridLayout {
  const { columns, caption, likeHtml } = shape;
  const count = ratios.length;
  const column = new Uint8Array(count);
  const span = new Uint8Array(count);
  const top = new Float64Array(count);
  const bottom = new Float64Array(count);
  const zeros = () => new Array<number>(columns).fill(0);
  const ends: Ends = { plain: zeros(), captioned: zeros() };
  const own = caption > 0 ? ends.captioned : ends.plain;
  let height = 0;

  const place = (at: number, first: number, across: number) => {
    const ratio = (ratios[at] ?? 1) * widthAcross(across);
    const start = highest(own, first, across);
    column[at] = first;
    span[at] = across;
    top[at] = start;
    bottom[at] = start + ratio + caption;
    height = Math.max(height, start + ratio + caption);
    if (across > 1)
      for (const heights of [ends.plain, ends.captioned])
        heights.fill(highest(heights, first, across), first, first + across);
    for (let c = first; c < first + across; c++) add(ends, c, ratio);
  };
  const placeAlone = (at: number) => {
    const heights = at < likeHtml ? ends.plain : own;
    let lowest = 0;
    for (let c = 1; c < columns; c++) if ((heights[c] ?? 0) < (heights[lowest] ?? 0)) lowest = c;
    place(at, lowest, 1);
  };
  /** Whether the panorama found a place across columns; the cards that come before it are placed too. */
  const placeAcross = (at: number, across: number): boolean => {
    const isHtml = at < likeHtml;
    const end = isHtml ? Math.min(likeHtml, count) : count;
    const most = isHtml ? LOOK_AHEAD_HTML : LOOK_AHEAD;
    const next: number[] = [];
    for (let i = at + 1; i < end && next.length < most; i++)
      if (!span[i] && columnsAcross(ratios[i] ?? 1, columns) === 1) next.push(i);
    const isFlush = (first: number) =>
      isHtml
        ? apart(ends.plain, first, across) <= FLUSH &&
          apart(ends.captioned, first, across) <= CAPTION_PLAY
        : apart(own, first, across) <= FLUSH;
    const nextRatios = next.map((i) => ratios[i] ?? 1);
    const way = wayAcross(ends, nextRatios, across, isFlush);
    if (!way) return false;
    for (const [i, c] of way.columns.entries()) place(next[i] ?? 0, c, 1);
    place(at, way.first, across);
    return true;
  };

  for (let at = 0; at < count; at++) {
    if (span[at]) continue;
    let across = columnsAcross(ratios[at] ?? 1, columns);
    while (across > 1 && !placeAcross(at, across)) across--;
    if (across === 1) placeAlone(at);
  }
  return { count, column, span, top, bottom, height };
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
