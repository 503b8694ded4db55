import { GridCell, GridFrame } from '#components/grid-frame.tsx';
import { customProperties } from '#lib/custom-properties.ts';
import type { GridItem } from '#lib/grid-item.ts';
import {
  COLUMN_COUNTS,
  cardRatio,
  type GridLayout,
  gridLayout,
  rounded,
} from '#lib/grid-layout.ts';
import type { WholeHeights } from '#lib/whole-heights.ts';

/** Widths of one card alone and of two, as styles/grid.css lays them out. */
const SIZES_OF_FEW = {
  1: '(min-width: 60em) 56rem, 94vw',
  2: '(min-width: 60em) min(47vw, 49rem), (min-width: 35em) 46vw, 94vw',
};

interface Props {
  items: GridItem[];
}

/**
 * Pictures in columns that are filled shortest-first. The places for every number of columns stand
 * in the HTML, so that it is right without script, and in reading order.
 */
export function MediaGrid({ items }: Props) {
  const few = items.length === 1 || items.length === 2 ? items.length : undefined;
  const { cells, style } = staticGrid(items, { few });
  return (
    <GridFrame style={style} few={few}>
      {cells}
    </GridFrame>
  );
}

interface StaticGridOptions {
  /** How many of the first cards load at once. */
  eager?: number;
  /** How high it is with the cards that a script adds below, whose room is kept free. */
  whole?: WholeHeights | null;
  /** As many cards, shown larger. */
  few?: 1 | 2 | undefined;
}

/** Cells and style of a grid that stands in the HTML; a card's key is its place in the list. */
export function staticGrid(items: GridItem[], { eager = 0, whole, few }: StaticGridOptions = {}) {
  const ratios = items.map(cardRatio);
  const layouts = COLUMN_COUNTS.map((columns) => ({ columns, ...gridLayout(ratios, columns) }));
  const heights = layouts.flatMap(({ columns, height, captions }) => [
    [`--h${columns}`, height],
    [`--c${columns}`, captions],
  ]);
  if (whole)
    for (const [i, columns] of COLUMN_COUNTS.entries())
      heights.push(
        [`--w${columns}`, rounded(whole.plain[i] ?? 0)],
        [`--v${columns}`, rounded(whole.captioned[i] ?? 0)],
      );
  const cells = items.map((item, at) => (
    <GridCell
      key={at}
      at={at}
      item={item}
      eager={at < eager}
      smallOnPhonesFirst={at < eager}
      leading={at === 0 && eager > 0}
      sizes={few && SIZES_OF_FEW[few]}
      ratio={ratios[at] ?? 1}
      places={placeOf(layouts, at)}
    />
  ));
  return { cells, style: customProperties(Object.fromEntries(heights)) };
}

function placeOf(layouts: (GridLayout & { columns: number })[], index: number) {
  const properties = layouts.flatMap(({ columns, places }) => {
    const { column, top, above } = places[index] ?? { column: 0, top: 0, above: 0 };
    return [
      [`--x${columns}`, column],
      [`--y${columns}`, top],
      [`--n${columns}`, above],
    ];
  });
  return customProperties(Object.fromEntries(properties));
}
