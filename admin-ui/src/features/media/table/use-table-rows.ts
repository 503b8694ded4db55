/** Virtualizes the rows of a table: only those in view are in the document. */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { withFocusedRow } from '#lib/long-list.ts';
import { rowHeight } from '#lib/window-rows.ts';

/** From this width a table fits. */
const wide = window.matchMedia('(min-width: 1024px)');
function subscribeWide(listener: () => void) {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}
export const useIsWide = () => useSyncExternalStore(subscribeWide, () => wide.matches);

/** Pixels of a closed row, with its hairline. */
const ROW = { wide: 57, narrow: 73 };

/** The same array until a row is added, removed or moved, so that typing never measures the rows again. */
export function useSameList(ids: readonly string[]): readonly string[] {
  const last = useRef(ids);
  const { current } = last;
  const isSame = ids.length === current.length && ids.every((id, index) => id === current[index]);
  if (!isSame) last.current = ids;
  return last.current;
}

/** `box` scrolls; the content above the table may change its height. */
export function useTableRows(
  box: RefObject<HTMLDivElement | null>,
  ids: readonly string[],
  isWide: boolean,
) {
  const head = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const read = () => {
      const table = head.current?.parentElement;
      if (head.current && table) setTop(table.offsetTop + head.current.offsetHeight);
    };
    read();
    const observer = new ResizeObserver(read);
    for (const element of [head.current, box.current?.firstElementChild])
      if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  const [focused, setFocused] = useState<number | null>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableSectionElement>({
    count: ids.length,
    getScrollElement: () => box.current,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    estimateSize: () => (isWide ? ROW.wide : ROW.narrow),
    measureElement: rowHeight,
    overscan: 4,
    scrollMargin: top,
    rangeExtractor: useCallback(
      (range) => withFocusedRow(defaultRangeExtractor(range), focused, range.count),
      [focused],
    ),
  });
  let reached = top;
  const rows = virtualizer.getVirtualItems().map(({ index, start, end }) => {
    const gap = start - reached;
    reached = end;
    return { index, gap };
  });
  const rest = virtualizer.getTotalSize() + top - reached;
  return { head, virtualizer, rows, rest, setFocused };
}
