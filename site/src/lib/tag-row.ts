/** Sizes of the row of tags, in pixels. */
export interface TagRow {
  width: number;
  gap: number;
  /** Width of the button that shows the rest, at its end. */
  more: number;
}

/** How many of the tags fit in the row (pure): all of them, or as many as leave room for the button. */
export function tagsInRow(widths: readonly number[], { width, gap, more }: TagRow): number {
  const fitIn = (room: number) => {
    let used = 0;
    for (const [at, tag] of widths.entries()) {
      used += tag;
      // Half a pixel: browsers round widths.
      if (used > room + 0.5) return at;
      used += gap;
    }
    return widths.length;
  };
  // One that is too wide for any row has it to itself.
  const isWhole = widths.length === 1 || fitIn(width) === widths.length;
  return isWhole ? widths.length : fitIn(width - gap - more);
}
