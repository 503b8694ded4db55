/**
 * Where the cards of a grid lie: each below the shortest column so far, in reading order. Cards give or take a little of
 * their height, so that all columns end level: nothing is empty at the foot, nor above a panorama, which lies across all
 * columns. Up to a row of the cards that follow it come above it, where that makes them level. Styles place the
 * cards by the rows of a CSS grid, so the HTML is right without script.
 */

/** Rows to the width of a column. One of them lies between cards; captions below pictures take six (styles/grid.css). */
const ROWS = 30;
const GAP_ROWS = 1;
const CAPTION_ROWS = 6;

/** Height by width of the tallest and the flattest card; beyond it a picture is cropped. */
const TALLEST = 4;
const FLATTEST = 0.2;
/** Height by width up to which a picture lies across all columns. */
const ACROSS = 0.45;
/** How much a card may be stretched or cropped for a level foot, as a share of its height. */
const MOST_CROPPED = 0.1;

/** Fewest and most cards of a batch, which ends where its columns are most level. The last one may be longer. */
const LEAST_BATCH = 45;
export const BATCH = 60;
export const LAST_BATCH = 75;

/** Height by width of a card, from hundredths as the library index keeps them. */
export function storedRatio(hundredths: number): number {
  return Math.min(TALLEST, Math.max(FLATTEST, hundredths / 100));
}

/** Height by width of an item's card; the same that the library index gives. */
export function cardRatio(item: { width: number; height: number }): number {
  return storedRatio(Math.round((100 * item.height) / item.width));
}

export const isAcross = (ratio: number) => ratio <= ACROSS;

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

interface Shape {
  columns: number;
  /** Captions stand below the pictures. */
  captions: boolean;
}

export interface GridLayout {
  /** CSS `grid-area` of each card. */
  areas: string[];
  /** Rows of the whole. */
  rows: number;
  /** How much of a card the foot takes or gives, at most; more than may be when it is not level. */
  uneven: number;
}

/** Columns of cards with these heights, the space below each, and what makes each column as high as the mean. */
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
      areas[at] = [Math.round(start) + 1, c + 1, Math.round(end) + 1, c + 2].join('/');
    }
    rows = Math.round(Math.max(...ends));
    return uneven;
  };
  let open: number[] = [];
  /** Candidates above a panorama: the cards before it, and up to a row of those after it. */
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

/** How many of the cards that are left make a batch: all, or as many as end most level in three columns. */
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

/** Styles of each card and of their list, for every width of it. */
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
