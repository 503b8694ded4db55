import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** What lists of a thousand entries need to stay quick; numbers and texts only. */

/** A list with more entries than this has a search field. */
export const LONG_LIST = 50;

/** As texts are compared: without case and accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The entries whose text holds what was typed, without regard to case and accents; all for a blank. */
export function findEntries<T>(
  entries: readonly T[],
  textOf: (entry: T) => string,
  typed: string,
): readonly T[] {
  const wanted = plain(typed.trim());
  return wanted ? entries.filter((entry) => plain(textOf(entry)).includes(wanted)) : entries;
}

/**
 * The rows to have in the document: the visible ones, and those around the focused one, so that the
 * focus is not lost when it is scrolled away and Tab goes on from there.
 */
export function withFocusedRow(
  visible: readonly number[],
  focused: number | null,
  count: number,
): number[] {
  if (focused === null) return [...visible];
  const around = [focused - 1, focused, focused + 1].filter((row) => row >= 0 && row < count);
  return [...new Set([...visible, ...around])].sort((a, b) => a - b);
}

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
