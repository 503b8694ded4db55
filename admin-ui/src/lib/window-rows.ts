import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { withFocusedRow } from './long-list.ts';

/** Offset of an element from the top of the document in pixels, kept up to date. */
function usePageTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const read = () => {
      const box = element.current?.getBoundingClientRect();
      if (box) setTop(Math.round(box.top + window.scrollY));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}

/**
 * A row's height as its ResizeObserver reports it; otherwise the last or estimated one, since measuring would force a
 * layout.
 */
export function rowHeight<Row extends HTMLElement>(
  row: Row,
  entry: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<Window, Row> | Virtualizer<HTMLDivElement, Row>,
): number {
  const box = entry?.borderBoxSize[0];
  if (box) return Math.round(box.blockSize);
  const index = virtualizer.indexFromElement(row);
  return virtualizer.itemSizeCache.get(index) ?? virtualizer.options.estimateSize(index);
}

type WindowOptions = Parameters<typeof useWindowVirtualizer<HTMLLIElement>>[0];

interface WindowRowsOptions extends Pick<WindowOptions, 'count' | 'estimateSize' | 'overscan'> {
  /** Index of a row by its `data-row`; -1 if unknown. */
  placeOf: (row: string) => number;
  /** First and last of a range of rows that must stay rendered; a stable array. */
  held?: readonly [number, number] | null;
  more?: Pick<WindowOptions, 'getItemKey' | 'scrollPaddingStart' | 'useFlushSync'>;
}

/** Virtualises a long list in the window: renders rows near it, held ones, and the focused one. */
export function useWindowRows(list: RefObject<HTMLElement | null>, options: WindowRowsOptions) {
  const { placeOf, held = null, more, ...shape } = options;
  const top = usePageTop(list);
  const [focused, setFocused] = useState<string | null>(null);
  const place = focused === null ? -1 : placeOf(focused);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    ...shape,
    ...more,
    measureElement: rowHeight,
    scrollMargin: top,
    rangeExtractor: useCallback(
      (range: Range) => {
        const places = new Set(defaultRangeExtractor(range));
        if (held) for (let n = held[0]; n <= held[1]; n++) places.add(n);
        const inOrder = [...places].sort((a, b) => a - b);
        return withFocusedRow(inOrder, place < 0 ? null : place, range.count);
      },
      [place, held],
    ),
  });
  const rows = virtualizer
    .getVirtualItems()
    .map(({ index, key, start, end }) => ({ index, key, start: start - top, end: end - top }));
  /** Handlers of the list element. */
  const focus = {
    onFocus: ({ target }: FocusEvent) =>
      setFocused(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      // While the focus moves within the list, its row must stay rendered.
      if (!currentTarget.contains(relatedTarget)) setFocused(null);
    },
  };
  return { rows, virtualizer, height: virtualizer.getTotalSize(), focus };
}
