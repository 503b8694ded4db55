import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';
import { withFocusedRow } from '#lib/long-list.ts';
import { rowHeight, usePageTop } from '#lib/window-rows.ts';

/** Pixels of a row with a name of one line; the true height is measured. */
const ROW_HEIGHT = 61;
/** Rows beyond the window that are ready for a scroll, and for Tab. */
const OVERSCAN = 6;
/** Rows above and below a pressed one that it can be dragged over. */
const REACH = 30;

interface RowsOptions {
  count: number;
  /** Place of the row that has the focus. */
  focused: number | null;
  /** Place of the row whose handle was pressed. */
  pressed: number | null;
}

/**
 * The rows of a list that are in the document: those near the window, the focused one, and while a
 * handle is pressed those in its reach, which swapy counts once and which must stay.
 */
export function useRows(
  list: RefObject<HTMLElement | null>,
  { count, focused, pressed }: RowsOptions,
) {
  const top = usePageTop(list);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count,
    estimateSize: () => ROW_HEIGHT,
    measureElement: rowHeight,
    overscan: OVERSCAN,
    // Both lists of the page move in one render.
    useFlushSync: false,
    scrollMargin: top,
    rangeExtractor: useCallback(
      (range) => {
        const places = new Set(defaultRangeExtractor(range));
        if (pressed !== null) {
          const last = Math.min(pressed + REACH, range.count - 1);
          for (let place = Math.max(pressed - REACH, 0); place <= last; place++) places.add(place);
        }
        return withFocusedRow(
          [...places].sort((a, b) => a - b),
          focused,
          range.count,
        );
      },
      [focused, pressed],
    ),
  });
  return {
    rows: virtualizer
      .getVirtualItems()
      .map(({ index, start }) => ({ place: index, top: start - top })),
    height: virtualizer.getTotalSize(),
    measureRow: virtualizer.measureElement,
  };
}
