/** How high the library's grid will be once all of it is known: computed where its HTML is made. */
import { CAPTION_RATIO, COLUMN_COUNTS, storedRatio } from './grid-layout.ts';
import { windowLayout } from './window-layout.ts';

/** Heights in column widths, by `COLUMN_COUNTS`. */
export interface WholeHeights {
  /** Where captions lie over the pictures. */
  plain: number[];
  /** Where they stand below. */
  captioned: number[];
}

/**
 * The very heights that the library's script comes to: `ratios` of all items as its index keeps them,
 * `likeHtml` how many of them stand in the HTML.
 */
export function wholeHeights(ratios: readonly number[], likeHtml: number): WholeHeights {
  const ratio = ratios.map(storedRatio);
  const rows = ratio.map((_, row) => row);
  const heights = (caption: number) =>
    COLUMN_COUNTS.map(
      (columns) => windowLayout(rows, ratio, { columns, caption, likeHtml }).height,
    );
  return { plain: heights(0), captioned: heights(CAPTION_RATIO) };
}
