import type { CSSProperties, ReactNode, Ref } from 'react';

/** One card with its place, which styles/grid.css reads from custom properties. */
export interface GridCell {
  key: number;
  /** Place in the whole list, from 0. */
  at: number;
  style: CSSProperties;
  card: ReactNode;
}

interface Props {
  cells: GridCell[];
  style: CSSProperties;
  /** Length of the whole list when only a part of it stands in the page. */
  setSize?: number;
  ref?: Ref<HTMLUListElement>;
}

/** The list of cards, as it stands in the HTML and as the library goes on with it. */
export function GridFrame({ cells, style, setSize, ref }: Props) {
  return (
    <div className="grid">
      <ul className="grid__items" style={style} ref={ref}>
        {cells.map((cell) => (
          <li
            key={cell.key}
            className="grid__item"
            style={cell.style}
            data-at={cell.at}
            aria-setsize={setSize}
            aria-posinset={setSize === undefined ? undefined : cell.at + 1}
          >
            {cell.card}
          </li>
        ))}
      </ul>
    </div>
  );
}
