import type { Virtualizer } from '@tanstack/react-virtual';
import type { MediaItem } from '@veldlicht/contract/media';
import { memo, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#components/ui/loading.tsx';
import { classNames } from '#lib/class-names.ts';
import { useWindowRows } from '#lib/window-rows.ts';
import { MediaCard, type MediaCardActions } from './media-card.tsx';

/** Rows rendered beyond the window, for scrolling and Tab. */
const OVERSCAN = 2;
/** Pixels that the header and the selection bar cover at the top of the window. */
const COVERED = 136;

interface GridShape {
  columns: number;
  /** Pixels between cards, across and down. */
  gap: number;
  /** Pixels of the whole grid. */
  width: number;
}

/** 1 column on small screens, 2 on medium, 3 on large (spec §2, §9: phones end at 768); all in pixels. */
export function shapeAt(windowWidth: number, width: number): GridShape {
  if (windowWidth >= 1024) return { columns: 3, gap: 24, width };
  return { columns: windowWidth >= 768 ? 2 : 1, gap: 16, width };
}

/** Pixels of texts, buttons and borders of a card. */
const TEXT_HEIGHT = 106;

/** Estimates the height of a row with its gap; pictures are 4:3. */
export function expectedRowHeight({ columns, gap, width }: GridShape): number {
  const card = (width - gap * (columns - 1)) / columns;
  return Math.round((card - 2) * 0.75) + TEXT_HEIGHT + gap;
}

interface PlacedRow {
  /** Pixels from the top of the grid. */
  start: number;
  end: number;
}

/** Builds the tracks of the CSS grid, with empty ones for rows left out. `lines` has the grid line of each row. */
export function gridTracks(rows: readonly PlacedRow[]): { template: string; lines: number[] } {
  const tracks: string[] = [];
  const lines: number[] = [];
  let reached = 0;
  for (const { start, end } of rows) {
    if (start > reached) tracks.push(`${start - reached}px`);
    tracks.push('auto');
    lines.push(tracks.length);
    reached = end;
  }
  return { template: tracks.join(' '), lines };
}

/** Measures the page's content, which the grid fills, before it mounts: going back then finds its scroll position. */
function firstGuess(): GridShape {
  const content = document.getElementById('content');
  const style = content && getComputedStyle(content);
  const padding = style ? parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) : 0;
  const { innerWidth } = window;
  return shapeAt(innerWidth, (content?.clientWidth ?? innerWidth) - padding);
}

/** Follows the columns and sizes of the grid. */
function useGridShape(grid: RefObject<HTMLElement | null>): GridShape {
  const [shape, setShape] = useState(firstGuess);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const read = () =>
      setShape((last) => {
        const next = shapeAt(window.innerWidth, element.clientWidth);
        const isSame = next.width === last.width && next.columns === last.columns;
        return isSame && next.gap === last.gap ? last : next;
      });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);
  return shape;
}

/** Keeps the first visible card first when the columns change. */
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

function useGridRows(grid: RefObject<HTMLElement | null>, items: number) {
  const shape = useGridShape(grid);
  const { rows, height, virtualizer, focus } = useWindowRows(grid, {
    count: Math.ceil(items / shape.columns),
    placeOf: Number,
    overscan: OVERSCAN,
    estimateSize: () => expectedRowHeight(shape),
    more: { scrollPaddingStart: COVERED },
  });
  useStayAtItem(virtualizer, shape);
  return {
    ...shape,
    rows,
    ...gridTracks(rows),
    height,
    measureRow: virtualizer.measureElement,
    focus,
  };
}

interface MediaGridProps extends MediaCardActions {
  items: readonly MediaItem[];
  isWritable: boolean;
  /** Selection mode: a press on a picture selects it. */
  isSelecting: boolean;
  /** Ids. */
  selected: ReadonlySet<string>;
}

/** Cards in 1, 2 or 3 columns (spec §2 Media management); only rows near the window are in the document. */
export const MediaGrid = memo(function MediaGrid(props: MediaGridProps) {
  const { items, selected, ...rest } = props;
  const list = useRef<HTMLUListElement>(null);
  const grid = useGridRows(list, items.length);
  return (
    <ul
      ref={list}
      {...grid.focus}
      className={classNames(
        // Keeps the focus clear of the header and the selection bar.
        'grid content-start [overflow-anchor:none] [&_:is(button,input)]:scroll-my-36 [&_svg]:overflow-visible',
        rest.isSelecting && 'select-none',
      )}
      style={{
        height: grid.height,
        columnGap: grid.gap,
        gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`,
        gridTemplateRows: grid.template,
      }}
    >
      {grid.rows.flatMap(({ index: row }, place) =>
        items.slice(row * grid.columns, (row + 1) * grid.columns).map((item, column) => (
          <li
            // By place: other results reuse the cards, which is quicker.
            key={`${row}/${column}`}
            // Measures one card of a row: all are stretched to its height.
            ref={column === 0 ? grid.measureRow : undefined}
            data-index={row}
            data-row={row}
            aria-setsize={items.length}
            aria-posinset={row * grid.columns + column + 1}
            className="grid [contain:layout_style]"
            style={{
              gridRow: grid.lines[place],
              gridColumn: column + 1,
              paddingBottom: grid.gap,
            }}
          >
            <MediaCard item={item} isSelected={selected.has(item.id)} {...rest} />
          </li>
        )),
      )}
    </ul>
  );
});

export function MediaGridSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="text-small leading-10 text-muted">{t('loading')}</span>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-6">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className="overflow-hidden rounded-lg border border-hairline bg-surface">
            <Skeleton className="aspect-4/3 rounded-none" />
            <div className="flex flex-col gap-2 px-4 pt-4 pb-13">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-3 w-1/3" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
