/**
 * Places the cards of a grid: in reading order, each in the shortest column so far. Cards are stretched or cropped a
 * little so that all columns end level: there are no gaps at the foot, nor above a panorama, which spans all columns.
 * Up to a row of the cards after a panorama move above it if that makes the columns level. The stylesheet places the
 * cards in the rows of a CSS grid, so the HTML needs no script.
 */

/** Rows per column width. The gap between cards is one row; captions below pictures take six (styles/grid.css). */
const ROWS = 30;
const GAP_ROWS = 1;
const CAPTION_ROWS = 6;

/** Height by width of the tallest and the flattest card; more extreme pictures are cropped. */
const TALLEST = 4;
const FLATTEST = 0.2;
/** Height by width up to which a picture spans all columns. */
const ACROSS = 0.45;
/** How much a card may be stretched or cropped for a level foot, as a share of its height. */
const MOST_CROPPED = 0.1;

/** Minimum and maximum cards of a batch, which ends where its columns are most level. The last may be longer. */
const LEAST_BATCH = 45;
export const BATCH = 60;
export const LAST_BATCH = 75;

/** Height by width of a card, from the hundredths in the library index. */
export function storedRatio(hundredths: number): number {
  return Math.min(TALLEST, Math.max(FLATTEST, hundredths / 100));
}

/** Height by width of an item's card, equal to that from the library index. */
export function cardRatio(item: { width: number; height: number }): number {
  return storedRatio(Math.round((100 * item.height) / item.width));
}

export const isAcross = (ratio: number) => ratio <= ACROSS;

/** Nearest row. Ends that are equal but for the error of their sums, such as 124.5, give the same. */
const nearest = (rows: number) => Math.round(rows + 1e-6);

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

interface Shape {
  columns: number;
  /** Captions are below the pictures. */
  captions: boolean;
}

export interface GridLayout {
  /** CSS `grid-area` of each card. */
  areas: string[];
  /** Number of rows. */
  rows: number;
  /** Largest change of a card for a level foot; above the limit the foot is not level. */
  uneven: number;
}

/** Assigns cards of these heights to columns, and computes the factors that make the columns equally high. */
function fillColumns(heights: number[], columns: number, below: number) {
  const zeros = () => new Array<number>(columns).fill(0);
  const [ends, pictures] = [zeros(), zeros()];
  const column = heights.map((height) => {
    const lowest = ends.indexOf(Math.min(...ends));
    ends[lowest] = (ends[lowest] ?? 0) + height + below;
    pictures[lowest] = (pictures[lowest] ?? 0) + height;
    return lowest;
  });
  const mean = ends.reduce((sum, end) => sum + end, 0) / columns;
  const factors = ends.map((end, c) => 1 + (mean - end) / (pictures[c] || Number.NaN));
  const off = Math.max(0, ...factors.map((factor) => Math.abs(factor - 1)));
  const uneven = heights.length === 0 ? 0 : Number.isNaN(off) ? Number.POSITIVE_INFINITY : off;
  return { column, factors, uneven };
}

/** Places cards of these ratios. */
export function gridLayout(ratios: readonly number[], { columns, captions }: Shape): GridLayout {
  const below = GAP_ROWS + (captions ? CAPTION_ROWS : 0);
  const areas: string[] = [];
  let rows = 0;
  const fill = (cards: number[]) =>
    fillColumns(
      cards.map((at) => (ratios[at] ?? 1) * ROWS),
      columns,
      below,
    );
  const lay = (cards: number[]) => {
    const { column, factors, uneven } = fill(cards);
    const isLevel = uneven <= MOST_CROPPED;
    const ends = new Array<number>(columns).fill(rows);
    for (const [i, at] of cards.entries()) {
      const c = column[i] ?? 0;
      const start = ends[c] ?? 0;
      const end = start + (ratios[at] ?? 1) * ROWS * (isLevel ? (factors[c] ?? 1) : 1) + below;
      ends[c] = end;
      areas[at] = [nearest(start) + 1, c + 1, nearest(end) + 1, c + 2].join('/');
    }
    rows = nearest(Math.max(...ends));
    return uneven;
  };
  let open: number[] = [];
  /** Candidates above a panorama: the cards before it, with up to a row of those after it. */
  const waysTo = (at: number) => {
    const ways = [open];
    for (let i = at + 1; ways.length < columns && i < ratios.length; i++) {
      if (isAcross(ratios[i] ?? 1)) break;
      ways.push([...open, ...range(at + 1, i + 1)]);
    }
    return ways;
  };
  for (let at = 0; at < ratios.length; at++) {
    const ratio = ratios[at] ?? 1;
    const ways = isAcross(ratio) ? waysTo(at) : [];
    const [way] = ways.toSorted((a, b) => fill(a).uneven - fill(b).uneven);
    if (!way || fill(way).uneven > MOST_CROPPED) {
      open.push(at);
      continue;
    }
    lay(way);
    const end = rows + Math.round(ratio * (ROWS * columns + (columns - 1) * GAP_ROWS)) + below;
    areas[at] = [rows + 1, 1, end + 1, columns + 1].join('/');
    rows = end;
    at += way.length - open.length;
    open = [];
  }
  const uneven = lay(open);
  return { areas, rows, uneven };
}

/** Number of remaining cards in the next batch: all, or the number that ends most level in three columns. */
export function batchSize(left: readonly number[], isAll = left.length <= LAST_BATCH): number {
  if (isAll) return left.length;
  const sizes = range(LEAST_BATCH, BATCH + 1).reverse();
  const uneven = sizes.map(
    (size) => gridLayout(left.slice(0, size), { columns: 3, captions: false }).uneven,
  );
  return sizes[uneven.indexOf(Math.min(...uneven))] ?? BATCH;
}

/** The layouts of styles/grid.css, by the names of their custom properties. */
const shapes = [
  { name: '2', columns: 2, captions: false },
  { name: '3', columns: 3, captions: false },
  { name: '2c', columns: 2, captions: true },
  { name: '3c', columns: 3, captions: true },
] as const;

/** Styles of each card and of their list, for all layouts. */
export function gridStyles(ratios: readonly number[]): { cards: string[]; list: string } {
  const cards = ratios.map((ratio) => [`--r:${ratio}`]);
  const sum = ratios.reduce((all, ratio) => all + ratio, 0);
  const list = [`--r:${Math.round(sum * 100) / 100}`, `--n:${ratios.length}`];
  for (const { name, ...shape } of shapes) {
    const { areas, rows } = gridLayout(ratios, shape);
    for (const [at, area] of areas.entries()) cards[at]?.push(`--g${name}:${area}`);
    list.push(`--h${name}:${rows}`);
  }
  return { cards: cards.map((styles) => styles.join(';')), list: list.join(';') };
}
