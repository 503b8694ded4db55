/** Lists of rows, for entries without columns. */
import { type ReactNode, useCallback, useRef } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useWindowRows } from '#lib/window-rows.ts';
import { Skeleton } from './loading.tsx';

interface RowProps {
  lead?: ReactNode;
  title: ReactNode;
  /** Small, below the title. */
  facts?: ReactNode;
  marks?: ReactNode;
  className?: string;
  children?: ReactNode;
}

export function Row({ lead, title, facts, marks, className, children }: RowProps) {
  return (
    <div className={classNames('flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      {lead}
      <div className="min-w-0 flex-1 basis-32">
        <div className="font-medium wrap-anywhere">{title}</div>
        {facts && <div className="text-small wrap-anywhere text-muted">{facts}</div>}
      </div>
      {marks}
      {children && <div className="ml-auto flex flex-wrap justify-end gap-2">{children}</div>}
    </div>
  );
}

interface RowListProps<Item> {
  label?: string;
  /** Undefined while they load. */
  rows: readonly Item[] | undefined;
  keyOf: (item: Item) => string;
  /** Accessible name of a row. */
  nameOf?: (item: Item) => string;
  /** Without a frame, inside a card. */
  bare?: boolean;
  /** Row height in pixels; set, it virtualises the list. */
  rowHeight?: number;
  children: (item: Item) => ReactNode;
}

const frameClass = 'rounded-lg border border-hairline bg-surface';
const widths = ['w-48', 'w-64', 'w-40', 'w-56'] as const;

export function RowList<Item>(props: RowListProps<Item>) {
  const { label, rows, keyOf, nameOf, bare, rowHeight, children } = props;
  const listClass = classNames('divide-y divide-hairline', bare ? '-my-3' : frameClass);
  if (!rows)
    return (
      <div aria-hidden="true" className={listClass}>
        {widths.map((width) => (
          <div key={width} className="flex min-h-14 flex-col justify-center gap-2 px-4">
            <Skeleton className={`h-4 max-w-full ${width}`} />
            <Skeleton className="h-3 w-32" />
          </div>
        ))}
      </div>
    );
  if (rowHeight !== undefined) return <LongRowList {...props} rows={rows} rowHeight={rowHeight} />;
  return (
    <ul aria-label={label} className={listClass}>
      {rows.map((item) => (
        <li
          key={keyOf(item)}
          aria-label={nameOf?.(item)}
          className={bare ? 'py-3' : 'px-3 py-3 sm:px-4'}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

interface LongRowListProps<Item> extends RowListProps<Item> {
  rows: readonly Item[];
  rowHeight: number;
}

/** Renders the rows near the window, and the focused one. */
function LongRowList<Item>(props: LongRowListProps<Item>) {
  const { label, rows, keyOf, rowHeight, children } = props;
  const element = useRef<HTMLUListElement>(null);
  const { height, virtualizer, focus, ...near } = useWindowRows(element, {
    count: rows.length,
    placeOf: (name) => rows.findIndex((item) => keyOf(item) === name),
    overscan: 8,
    estimateSize: () => rowHeight,
    more: {
      useFlushSync: false,
      getItemKey: useCallback(
        (index: number) => {
          const item = rows[index];
          return item === undefined ? index : keyOf(item);
        },
        [rows, keyOf],
      ),
    },
  });
  return (
    <ul
      data-list=""
      ref={element}
      aria-label={label}
      {...focus}
      className={classNames('relative [overflow-anchor:none]', frameClass)}
      style={{ height: height + 2 }}
    >
      {near.rows.map(({ index, key, start }) => {
        const item = rows[index];
        return (
          item !== undefined && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-row={keyOf(item)}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={classNames('absolute inset-x-0 border-hairline', index > 0 && 'border-t')}
              style={{ top: start }}
            >
              {children(item)}
            </li>
          )
        );
      })}
    </ul>
  );
}
