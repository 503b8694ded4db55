import { GridFrame } from '#components/grid-frame.tsx';
import { MediaCard } from '#components/media-card.tsx';
import { customProperties } from '#lib/custom-properties.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { cardRatio, type GridLayout, gridLayout } from '#lib/grid-layout.ts';

/** Column counts that styles/grid.css chooses from by width. */
const COLUMN_COUNTS = [3, 2, 1] as const;

interface Props {
  items: GridItem[];
  /** How many of the first cards load at once. */
  eager?: number;
}

/**
 * Pictures in columns that are filled shortest-first. The places for every number of columns stand
 * in the HTML, so that it is right without script, and in reading order.
 */
export function MediaGrid({ items, eager = 0 }: Props) {
  return <GridFrame {...staticGrid(items, eager)} />;
}

/** List and cells of a grid that stands in the HTML; a card's key is its place in the list. */
export function staticGrid(items: GridItem[], eager: number) {
  const ratios = items.map(cardRatio);
  const layouts = COLUMN_COUNTS.map((columns) => ({ columns, ...gridLayout(ratios, columns) }));
  const heights = layouts.flatMap(({ columns, height, captions }) => [
    [`--h${columns}`, height],
    [`--c${columns}`, captions],
  ]);
  const cells = items.map((item, at) => ({
    key: at,
    at,
    style: customProperties({ '--r': ratios[at] ?? 1, ...placeOf(layouts, at) }),
    card: <MediaCard item={item} eager={at < eager} leading={at === 0 && eager > 0} />,
  }));
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
  return Object.fromEntries(properties);
}
