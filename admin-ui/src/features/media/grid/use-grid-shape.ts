import { type RefObject, useLayoutEffect, useState } from 'react';
import { columnsAt, type GridShape, gapAt } from './grid-shape.ts';

function shapeOf(width: number): GridShape {
  const { innerWidth } = window;
  return { columns: columnsAt(innerWidth), gap: gapAt(innerWidth), width };
}

/** As wide as the page's content: the grid fills it. Known before the grid is there, so that a way back finds its place. */
function firstGuess(): GridShape {
  const content = document.getElementById('content');
  const style = content && getComputedStyle(content);
  const padding = style ? parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) : 0;
  return shapeOf((content?.clientWidth ?? window.innerWidth) - padding);
}

/** Columns and sizes of the grid, now and whenever its width changes. */
export function useGridShape(grid: RefObject<HTMLElement | null>): GridShape {
  const [shape, setShape] = useState(firstGuess);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const read = () =>
      setShape((last) => {
        const next = shapeOf(element.clientWidth);
        const same = next.width === last.width && next.columns === last.columns;
        return same && next.gap === last.gap ? last : next;
      });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);
  return shape;
}
