import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { withFocusedRow } from '#lib/long-list.ts';
import { rowHeight, usePageTop } from '#lib/window-rows.ts';
import { expectedRowHeight, type GridShape, gridTracks } from './grid-shape.ts';
import { useGridShape } from './use-grid-shape.ts';

/** Rows beyond the window that are ready for a scroll, and for Tab. */
const OVERSCAN = 2;
/** Pixels that the header and the selection bar cover at the top of the window. */
const COVERED = 136;

/** Keeps the cards where they are when the columns change: the first visible one stays first. */
function useStayAtItem(
  virtualizer: Virtualizer<Window, HTMLLIElement>,
  { columns, width }: GridShape,
): void {
  const last = useRef({ columns, width });
  useLayoutEffect(() => {
    const before = last.current;
    if (before.columns === columns && before.width === width) return;
    last.current = { columns, width };
    const offset = (virtualizer.scrollOffset ?? 0) + COVERED;
    const first = virtualizer.getVirtualItemForOffset(offset);
    virtualizer.measure();
    if (!first || first.index === 0) return;
    virtualizer.scrollToIndex(Math.floor((first.index * before.columns) / columns), {
      align: 'start',
    });
  }, [virtualizer, columns, width]);
}

/** The part of the grid that is in the document (issue: smooth with ten thousand items). */
export function useGridRows(grid: RefObject<HTMLElement | null>, items: number) {
  const shape = useGridShape(grid);
  const { columns } = shape;
  const count = Math.ceil(items / columns);
  const top = usePageTop(grid);
  const [focused, setFocused] = useState<number | null>(null);

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count,
    estimateSize: () => expectedRowHeight(shape),
    measureElement: rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: COVERED,
    rangeExtractor: useCallback(
      (range) => withFocusedRow(defaultRangeExtractor(range), focused, range.count),
      [focused],
    ),
  });
  useStayAtItem(virtualizer, shape);

  const virtualItems = virtualizer.getVirtualItems();
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const rows = virtualItems.map(({ index, start, end }) => ({
    index,
    start: start - top,
    end: end - top,
    inView: index >= startIndex && index <= endIndex,
  }));
  return {
    ...shape,
    rows,
    ...gridTracks(rows),
    height: virtualizer.getTotalSize(),
    measureRow: virtualizer.measureElement,
    setFocused,
  };
}
