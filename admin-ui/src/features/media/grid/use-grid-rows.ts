import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { expectedRowHeight, type GridShape, gridTracks, withFocusedRow } from './grid-shape.ts';
import { useGridShape } from './use-grid-shape.ts';

/** Rows beyond the window that are ready for a scroll, and for Tab. */
const OVERSCAN = 2;
/** Pixels that the header and the selection bar cover at the top of the window. */
const COVERED = 136;

/**
 * A row's height, told by the observer after the layout of its frame. Asked outside of that, the
 * last or expected height stands in: to read the true one would lay the page out anew at once.
 */
function heightOf(
  row: HTMLLIElement,
  entry: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<Window, HTMLLIElement>,
): number {
  const box = entry?.borderBoxSize[0];
  if (box) return Math.round(box.blockSize);
  const index = virtualizer.indexFromElement(row);
  return virtualizer.itemSizeCache.get(index) ?? virtualizer.options.estimateSize(index);
}

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
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);

  // Where the grid begins in the document; what stands above it may grow or go.
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const read = () => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    read();
    const observer = new ResizeObserver(read);
    if (element.parentElement) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, [grid]);

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count,
    estimateSize: () => expectedRowHeight(shape),
    measureElement: heightOf,
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
