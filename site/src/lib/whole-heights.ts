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

let last: { ratios: readonly number[]; likeHtml: number; heights: WholeHeights } | null = null;

function isLast(ratios: readonly number[], likeHtml: number): boolean {
  const known = last?.ratios;
  return (
    last?.likeHtml === likeHtml &&
    known?.length === ratios.length &&
    ratios.every((ratio, row) => ratio === known[row])
  );
}

/**
 * The very heights that the library's script comes to: `ratios` of all items as its index keeps them,
 * `likeHtml` how many of them stand in the HTML.
 * The last ones are remembered: few changes are about the shape of a picture.
 */
export function wholeHeights(ratios: readonly number[], likeHtml: number): WholeHeights {
  if (last && isLast(ratios, likeHtml)) return last.heights;
  const ratio = ratios.map(storedRatio);
  const rows = ratio.map((_, row) => row);
  const heights = (caption: number) =>
    COLUMN_COUNTS.map(
      (columns) => windowLayout(rows, ratio, { columns, caption, likeHtml }).height,
    );
  last = {
    ...{ ratios, likeHtml },
    heights: { plain: heights(0), captioned: heights(CAPTION_RATIO) },
  };
  return last.heights;
}
