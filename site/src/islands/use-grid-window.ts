import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { GRID_GAP } from '#lib/grid-layout.ts';
import { type CardRun, cardsBetween, type WindowLayout, windowLayout } from '#lib/window-layout.ts';

/** Cards this far beyond the screen stand in the page, in heights of the screen. */
const MARGIN = 0.75;
/**
 * As long as a new result settles: what is seen comes first, and pictures when typing rests. Cards beyond
 * the screen would only have to go at the next key: they come when somebody scrolls, or stays with it.
 */
const FIRST_MARGIN = 0.1;
const PICTURES_AFTER_MS = 120;
const MARGIN_AFTER_MS = 1000;
/** Screen heights of scrolling after which the cards in the page are looked at again. */
const STEP = 0.2;

interface Shape {
  columns: number;
  /** Height of a caption by the width of a column. */
  caption: number;
  /** Width of a column in pixels. */
  width: number;
}

/** What the styles made of the grid. */
function measure(list: HTMLElement): Shape {
  const style = getComputedStyle(list);
  const columns = Number(style.getPropertyValue('--columns')) || 1;
  const caption = Number(style.getPropertyValue('--caption-ratio')) || 0;
  // Not clientWidth: it is rounded, and half a pixel is a whole screen ten thousand items further.
  const { width } = list.getBoundingClientRect();
  return { columns, caption, width: width / (columns + (columns - 1) * GRID_GAP) };
}

/** A card and how far its upper edge is from that of the screen, in pixels. */
export interface ScrollAnchor {
  at: number;
  offset: number;
}

export interface GridWindow {
  layout: WindowLayout | null;
  run: CardRun;
  /** A new result has just come: cards that it brings wait for their pictures. */
  isFresh: boolean;
  /** The first card in view, for coming back to it. Null while the HTML's own grid stands. */
  anchor: () => ScrollAnchor | null;
  /** Scrolls so that a card stands at `offset`; without one, so that it is seen. */
  scrollTo: (at: number, offset?: number) => void;
}

/**
 * Which cards of a long list are near the screen. `rows` null: the grid of the HTML stands, nothing
 * is computed. `likeHtml` cards keep the places they have in the HTML.
 */
export function useGridWindow(
  list: RefObject<HTMLUListElement | null>,
  rows: readonly number[] | null,
  ratio: readonly number[],
  likeHtml: number,
): GridWindow {
  const [shape, setShape] = useState<Shape | null>(null);
  const [scrolled, setScrolled] = useState({ top: 0, screen: 800 });
  const [picturedRows, setPicturedRows] = useState(rows);
  const [settledRows, setSettledRows] = useState(rows);
  const lastAnchor = useRef<ScrollAnchor | null>(null);
  const newestRows = useRef(rows);
  newestRows.current = rows;
  const columns = shape?.columns ?? 0;
  const caption = shape?.caption ?? 0;
  const width = shape?.width ?? 0;

  const layout = useMemo(
    () => (rows && columns ? windowLayout(rows, ratio, { columns, caption, likeHtml }) : null),
    [rows, ratio, columns, caption, likeHtml],
  );
  const current = useRef({ layout, width });
  current.current = { layout, width };

  const tools = useMemo(() => {
    const gridTop = () => list.current?.getBoundingClientRect().top ?? 0;
    const anchor = (): ScrollAnchor | null => {
      const { layout: now, width: column } = current.current;
      if (!now || !column) return null;
      const from = -gridTop() / column;
      const at = Math.min(cardsBetween(now, from, from).start, Math.max(0, now.count - 1));
      return { at, offset: ((now.top[at] ?? 0) - from) * column };
    };
    const look = (isNew = false) => {
      const [top, screen] = [-gridTop(), innerHeight];
      lastAnchor.current = anchor();
      setScrolled((before) =>
        !isNew && before.screen === screen && Math.abs(before.top - top) < STEP * screen
          ? before
          : { top, screen },
      );
    };
    const scrollTo = (at: number, offset?: number) => {
      const { layout: now, width: column } = current.current;
      if (!now || !column) return;
      const top = gridTop() + (now.top[at] ?? 0) * column;
      const isSeen = top >= 0 && top < innerHeight * 0.6;
      const wanted = offset ?? (isSeen ? top : innerHeight * 0.2);
      scrollBy({ top: top - wanted, behavior: 'instant' });
      look(true);
    };
    return { anchor, look, scrollTo };
  }, [list]);

  const isOn = rows !== null;
  useLayoutEffect(() => {
    const element = list.current;
    if (!isOn || !element) return;
    setShape(measure(element));
    tools.look(true);
    const observer = new ResizeObserver(() => {
      const next = measure(element);
      const { width: before } = current.current;
      if (next.width === before) return;
      // In the frame of the change itself, or the cards would stand in the wrong columns for one.
      const kept = lastAnchor.current;
      flushSync(() => setShape(next));
      if (kept && kept.offset < 0) tools.scrollTo(kept.at, (kept.offset * next.width) / before);
    });
    observer.observe(element);
    let frame = 0;
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        tools.look();
        setSettledRows(newestRows.current);
      });
    };
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onScroll);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onScroll);
    };
  }, [isOn, list, tools]);

  useEffect(() => {
    const timers = [
      setTimeout(() => setPicturedRows(rows), PICTURES_AFTER_MS),
      setTimeout(() => setSettledRows(rows), MARGIN_AFTER_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, [rows]);

  const run = useMemo(() => {
    if (!layout || !width) return { start: 0, end: 0 };
    // What the HTML had already stays.
    const isSettled = rows === settledRows || settledRows === null;
    const margin = (isSettled ? MARGIN : FIRST_MARGIN) * scrolled.screen;
    const from = scrolled.top - margin;
    return cardsBetween(layout, from / width, (scrolled.top + scrolled.screen + margin) / width);
  }, [layout, width, scrolled, rows, settledRows]);

  const isFresh = rows !== picturedRows && picturedRows !== null;
  return { layout, run, isFresh, anchor: tools.anchor, scrollTo: tools.scrollTo };
}
