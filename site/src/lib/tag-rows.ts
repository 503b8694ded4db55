/** Sizes of the box of the tags, in pixels. */
export interface TagBox {
  width: number;
  gap: number;
  rows: number;
  /** Width of the button that shows the rest, at the end of the last row. */
  more: number;
}

/**
 * How many of the tags fit in the rows, filled one after another as a line of text (pure). All of
 * them when they need no more rows; else room is left for the button.
 */
export function tagsInRows(widths: readonly number[], box: TagBox): number {
  const all = fill(widths, box, 0);
  return all === widths.length ? all : fill(widths, box, box.more + box.gap);
}

/** `reserved` is kept free in the last row. */
function fill(widths: readonly number[], { width, gap, rows }: TagBox, reserved: number): number {
  let row = 1;
  let used = 0;
  // Half a pixel: browsers round widths.
  const room = () => width + 0.5 - (row === rows ? reserved : 0);
  for (const [at, tag] of widths.entries()) {
    if (used > 0 && used + gap + tag <= room()) {
      used += gap + tag;
      continue;
    }
    if (used > 0) row += 1;
    // Too wide for any row, a tag has one to itself; not the last one, where the button stands.
    if (row > rows || (reserved > 0 && row === rows && tag > room())) return at;
    used = tag;
  }
  return widths.length;
}
