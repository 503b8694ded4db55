/** Where the cards of the media grid are: numbers only. */

export interface GridShape {
  columns: number;
  /** Pixels between cards, across and down. */
  gap: number;
  /** Pixels of the whole grid. */
  width: number;
}

/** 1 column on small screens, 2 on medium, 3 on large (spec §2, §9: phones end at 768); all in pixels. */
export function shapeAt(windowWidth: number, width: number): GridShape {
  if (windowWidth >= 1024) return { columns: 3, gap: 24, width };
  return { columns: windowWidth >= 768 ? 2 : 1, gap: 16, width };
}

/** The words and buttons under a picture, and the card's hairlines. */
const TEXT_HEIGHT = 106;

/** What a row will take, its gap included, before it has been measured: pictures are 4:3. */
export function expectedRowHeight({ columns, gap, width }: GridShape): number {
  const card = (width - gap * (columns - 1)) / columns;
  return Math.round((card - 2) * 0.75) + TEXT_HEIGHT + gap;
}

interface PlacedRow {
  /** Pixels from the top of the grid. */
  start: number;
  end: number;
}

/**
 * Tracks of the CSS grid that holds these rows: empty tracks stand for the rows that are left out.
 * `lines` has the grid line of each row, in the order given.
 */
export function gridTracks(rows: readonly PlacedRow[]): { template: string; lines: number[] } {
  const tracks: string[] = [];
  const lines: number[] = [];
  let reached = 0;
  for (const { start, end } of rows) {
    if (start > reached) tracks.push(`${start - reached}px`);
    tracks.push('auto');
    lines.push(tracks.length);
    reached = end;
  }
  return { template: tracks.join(' '), lines };
}
