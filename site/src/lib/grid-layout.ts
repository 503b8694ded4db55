/**
 * The masonry of the grid, computed ahead because every size is known: each item goes to the column
 * that is shortest so far, in reading order. Lengths are in column widths, so that the styles can
 * scale them to any screen, and earlier items never move when later ones are added.
 */

/** Space between items, as a part of a column's width. */
export const GRID_GAP = 1 / 28;
/** Column counts that styles/grid.css chooses from by width. */
export const COLUMN_COUNTS = [1, 2, 3] as const;
/** Height of a caption below its picture, as a part of a column's width (styles/grid.css). */
export const CAPTION_RATIO = 0.19;

/** Height by width of the tallest and the flattest card; beyond it a picture is cropped. */
const TALLEST = 1.8;
const FLATTEST = 0.3;

export interface GridPlace {
  column: number;
  /** Distance from the top, without captions. */
  top: number;
  /** Items above it in its column: each adds a caption's height where captions stand below. */
  above: number;
}

export interface GridLayout {
  places: GridPlace[];
  height: number;
  /** Items in the fullest column. */
  captions: number;
}

/** Height by width of a card, from hundredths as the library index keeps them. */
export function storedRatio(hundredths: number): number {
  return Math.min(TALLEST, Math.max(FLATTEST, hundredths / 100));
}

/** Height by width of an item's card; the same that the library index gives. */
export function cardRatio(item: { width: number; height: number }): number {
  return storedRatio(Math.round((100 * item.height) / item.width));
}

/** Places cards of these ratios in `columns` columns. */
export function gridLayout(ratios: number[], columns: number): GridLayout {
  const heights = new Array<number>(columns).fill(0);
  const counts = new Array<number>(columns).fill(0);
  const places = ratios.map((ratio) => {
    const top = Math.min(...heights);
    const column = heights.indexOf(top);
    const above = counts[column] ?? 0;
    heights[column] = top + ratio + GRID_GAP;
    counts[column] = above + 1;
    return { column, top: rounded(top), above };
  });
  const height = Math.max(0, Math.max(...heights) - GRID_GAP);
  return { places, height: rounded(height), captions: Math.max(...counts) };
}

/** A length as it stands in a style. */
export function rounded(length: number): number {
  return Math.round(length * 1e4) / 1e4;
}
