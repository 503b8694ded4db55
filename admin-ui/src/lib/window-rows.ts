import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels from the top of the document to an element; what stands above it may grow or go. */
export function usePageTop(element: RefObject<HTMLElement | null>): number {
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
 * A row's height, told by the observer after the layout of its frame. Asked outside of that, the
 * last or expected height stands in: to read the true one would lay the page out anew at once.
 */
export function rowHeight(
  row: HTMLLIElement,
  entry: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<Window, HTMLLIElement> | Virtualizer<HTMLDivElement, HTMLLIElement>,
): number {
  const box = entry?.borderBoxSize[0];
  if (box) return Math.round(box.blockSize);
  const index = virtualizer.indexFromElement(row);
  return virtualizer.itemSizeCache.get(index) ?? virtualizer.options.estimateSize(index);
}
