import { type CSSProperties, memo, type ReactNode, type Ref } from 'react';
import { ComingCard, MediaCard } from '#components/media-card.tsx';
import { customProperties } from '#lib/custom-properties.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { rounded } from '#lib/grid-layout.ts';

interface FrameProps {
  children: ReactNode;
  style: CSSProperties;
  ref?: Ref<HTMLUListElement>;
  /** Too few cards for three columns: they are shown larger. */
  few?: 1 | 2 | undefined;
}

/** The list of cards, as it stands in the HTML and as the library goes on with it. */
export function GridFrame({ children, style, ref, few }: FrameProps) {
  return (
    <div className="grid">
      <ul className="grid__items" style={style} ref={ref} data-few={few}>
        {children}
      </ul>
    </div>
  );
}

/** What of a card waits while somebody types. */
export type WaitingPart = 'picture' | 'card';

interface CellProps {
  /** Place in the whole list, from 0. */
  at: number;
  /** Null as long as its file of the index is under way. */
  item: GridItem | null;
  /** What is known of it until then. */
  title?: string;
  eager?: boolean;
  /** Its picture begins with a small file on phones. */
  smallOnPhonesFirst?: boolean;
  /** Before all other pictures. */
  leading?: boolean;
  /** What comes only when typing rests: its picture, or the card, whose place and colour are seen till then. */
  waits?: WaitingPart | undefined;
  /** Length of the whole list when only a part of it stands in the page. */
  setSize?: number;
  /** Height by width. */
  ratio: number;
  /** Column and distance from the top, in widths of a column. */
  column?: number;
  top?: number;
  /** Width of the picture on the screen, where it is not that of a column of three. */
  sizes?: string | undefined;
  /** Instead of `column` and `top`: the places for every number of columns. */
  places?: CSSProperties;
}

/**
 * One card with its place, which styles/grid.css reads from custom properties. Plain values only, so
 * that a card whose place has not changed costs nothing.
 */
export const GridCell = memo(function GridCell(props: CellProps) {
  const { at, item, title = '', setSize, ratio, column = 0, top = 0 } = props;
  const { eager, smallOnPhonesFirst, leading, waits, sizes } = props;
  const isFrame = waits === 'card' && item !== null;
  const place = props.places ?? { '--x': column, '--y': rounded(top), '--above': 0 };
  return (
    <li
      className="grid__item"
      style={customProperties({
        ...{ '--r': ratio, ...place },
        ...(isFrame && { '--color': item.color }),
      })}
      data-at={at}
      data-eager={eager || undefined}
      data-frame={isFrame || undefined}
      aria-setsize={setSize}
      aria-posinset={setSize === undefined ? undefined : at + 1}
    >
      {item === null && <ComingCard title={title} />}
      {item && !isFrame && (
        <MediaCard
          {...{ item, eager, smallOnPhonesFirst, leading, sizes }}
          bare={waits !== undefined}
        />
      )}
    </li>
  );
});
