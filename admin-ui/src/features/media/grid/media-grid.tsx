import type { MediaItem } from '@veldlicht/contract/media';
import { type FocusEvent, memo, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { cardWords } from '../card-words.ts';
import { MediaCard, type MediaCardActions } from '../media-card.tsx';
import { useAfterPaint } from './use-after-paint.ts';
import { useGridRows } from './use-grid-rows.ts';

interface MediaGridProps extends MediaCardActions {
  items: readonly MediaItem[];
  writable: boolean;
  /** Selection mode: a press on a picture selects it. */
  selecting: boolean;
  /** Ids. */
  selected: ReadonlySet<string>;
  /** Whether nobody types in the search at the moment. */
  resting: boolean;
}

/** The row of the card that holds an element. */
function rowOf(target: EventTarget): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return cell ? Number(cell.dataset.row) : null;
}

/**
 * Cards in 1, 2 or 3 columns (spec §2 Media management). Only the rows near the window are in the
 * document, in reading order; where each stands in the whole is said to screen readers.
 */
export const MediaGrid = memo(function MediaGrid(props: MediaGridProps) {
  const { items, selected, ...rest } = props;
  const { t } = useTranslation();
  const words = useMemo(() => cardWords(t), [t]);
  const list = useRef<HTMLUListElement>(null);
  const grid = useGridRows(list, items.length);
  // A keystroke in the search draws what is in view; the rows beyond it follow after the paint.
  const later = useAfterPaint(items);
  return (
    <ul
      ref={list}
      onFocus={(event: FocusEvent) => grid.setFocused(rowOf(event.target))}
      // Within the list, the next row must still be there when the focus comes.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) grid.setFocused(null);
      }}
      className={classNames(
        // What has the focus must not hide behind the header and the selection bar.
        'grid content-start [overflow-anchor:none] [&_:is(button,input)]:scroll-my-36 [&_svg]:overflow-visible',
        rest.selecting && 'select-none',
      )}
      style={{
        height: grid.height,
        columnGap: grid.gap,
        gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`,
        gridTemplateRows: grid.template,
      }}
    >
      {grid.rows.flatMap(({ index: row, inView }, place) =>
        (inView ? items : later)
          .slice(row * grid.columns, (row + 1) * grid.columns)
          .map((item, column) => (
            <li
              // By place: other results change the cards that are there, which is quicker.
              key={`${row}/${column}`}
              // One of a row tells its height: they are all stretched to it.
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
              <MediaCard item={item} words={words} selected={selected.has(item.id)} {...rest} />
            </li>
          )),
      )}
    </ul>
  );
});

/** The grid's shape while it loads. */
export function MediaGridSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="text-[0.8125rem] leading-10 text-muted">{t('loadingMedia')}</span>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-6">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className="overflow-hidden rounded-lg border border-hairline bg-surface">
            <Skeleton className="aspect-[4/3] rounded-none" />
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
