/** The grid of the library: first that of the HTML, then only the cards near the screen. */
import {
  memo,
  type Ref,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { customProperties, GridCell, GridFrame, staticGrid } from '#components/media-grid.tsx';
import type { GridItem } from '#lib/grid-item.ts';
import {
  type CardRun,
  cardsBetween,
  GRID_GAP,
  type GridLayout,
  gridLayout,
  rounded,
} from '#lib/grid-layout.ts';
import type { LibraryState, LibraryStore } from '#lib/library-store.ts';
import { isPlainClick } from '#lib/plain-click.ts';
import { preparePictures } from '#scripts/pictures.ts';

/** Cards that load at once: the first row. */
const EAGER = 3;
/** Cards around those in the page whose view files are loaded too: Tab must find links. */
const AHEAD = 24;
/** After a jump or a key they are loaded after a pause: dragging the scroll bar passes all of them. */
const VIEW_REST_MS = 60;
/** Placeholders are drawn when typing pauses. */
const PLACEHOLDER_REST_MS = 120;
/** How far beyond the screen cards are rendered, in heights of the screen. */
const MARGIN = 0.75;
/**
 * While a new result settles: visible cards first, pictures when typing pauses. Cards beyond
 * the screen would be removed again by the next key: they follow when the visitor scrolls or pauses.
 */
const FIRST_MARGIN = 0.1;
const PICTURES_AFTER_MS = 120;
const MARGIN_AFTER_MS = 1000;
/** Screen heights of scrolling after which the rendered cards are computed again. */
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

/** How far a new result has settled. */
type Stage = 'fresh' | 'pictured' | 'settled';

/**
 * Which cards of a long list are near the screen. `rows` null: the grid of the HTML stands, nothing
 * is computed. `likeHtml` cards keep the places they have in the HTML.
 */
function useGridWindow(
  list: RefObject<HTMLUListElement | null>,
  rows: readonly number[] | null,
  ratio: readonly number[] | undefined,
  likeHtml: number,
) {
  const [shape, setShape] = useState<Shape | null>(null);
  const [scrolled, setScrolled] = useState({ top: 0, screen: 800 });
  const [rest, setRest] = useState<{ rows: typeof rows; stage: Stage }>({ rows, stage: 'settled' });
  const lastAnchor = useRef<ScrollAnchor | null>(null);
  const { columns = 0, caption = 0, width = 0 } = shape ?? {};

  const layout = useMemo(() => {
    if (!rows || !ratio || !columns) return null;
    const ratios = rows.map((row) => ratio[row] ?? 1);
    return gridLayout(ratios, { columns, caption, likeHtml });
  }, [rows, ratio, columns, caption, likeHtml]);
  const current = useRef<{ layout: GridLayout | null; width: number; rows: typeof rows }>(null);
  current.current = { layout, width, rows };

  const tools = useMemo(() => {
    const gridTop = () => list.current?.getBoundingClientRect().top ?? 0;
    /** The first card in view, for coming back to it. Null while the HTML's own grid stands. */
    const anchor = (): ScrollAnchor | null => {
      const { layout: now, width: column = 0 } = current.current ?? {};
      if (!now || !column) return null;
      const from = -gridTop() / column;
      const seen = now.bottom.findIndex((bottom) => bottom > from);
      const at = seen < 0 ? Math.max(0, now.count - 1) : seen;
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
    /** Scrolls a card to `offset`; without one, into view. */
    const scrollTo = (at: number, offset?: number) => {
      const { layout: now, width: column = 0 } = current.current ?? {};
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
      const before = current.current?.width ?? 0;
      if (next.width === before) return;
      // Synchronously, or the cards would be in the wrong columns for a frame.
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
        const now = current.current?.rows ?? null;
        setRest((before) =>
          before.rows === now && before.stage === 'settled'
            ? before
            : { rows: now, stage: 'settled' },
        );
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
    if (!rows) return;
    // Unless a scroll has settled it already, or these are the first rows.
    const picture = () =>
      setRest((before) => {
        const isSettled = before.rows === rows || before.rows === null;
        return { rows, stage: isSettled ? 'settled' : 'pictured' };
      });
    const timers = [
      setTimeout(picture, PICTURES_AFTER_MS),
      setTimeout(() => setRest({ rows, stage: 'settled' }), MARGIN_AFTER_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, [rows]);
  // The first rows replace the HTML's grid, which had its pictures and margin already.
  const stage = rest.rows === rows || rest.rows === null ? rest.stage : 'fresh';

  const run = useMemo((): CardRun => {
    if (!layout || !width) return { start: 0, end: 0 };
    const margin = (stage === 'settled' ? MARGIN : FIRST_MARGIN) * scrolled.screen;
    const from = scrolled.top - margin;
    return cardsBetween(layout, from / width, (scrolled.top + scrolled.screen + margin) / width);
  }, [layout, width, scrolled, stage]);

  return { layout, run, isFresh: stage === 'fresh', ...tools };
}

export interface GridHandle {
  anchor: () => ScrollAnchor | null;
  scrollTo: (at: number, offset?: number) => void;
  /** Puts the focus on a card, wherever it is. */
  focus: (at: number) => void;
}

interface Props {
  store: LibraryStore;
  /** What the store holds now: files that came bring cards. */
  state: LibraryState;
  /** Rows of the library in the order shown; null as long as the index is not here. */
  rows: number[] | null;
  /** Shown while `rows` is null. */
  first: GridItem[];
  /** `first` is only a part of what the HTML contains. */
  isPart: boolean;
  /** Cards that the index brings, below those of the HTML. */
  coming: number;
  /** How many cards have the same place in the HTML. */
  likeHtml: number;
  /** A visitor points at a card, or has reached it with the keyboard. */
  onIntent: () => void;
  onOpen: (at: number, path: string) => void;
  ref: Ref<GridHandle>;
}

export const LibraryGrid = memo(function LibraryGrid(props: Props) {
  const { store, state, rows, first, isPart, coming, likeHtml, onIntent, onOpen, ref } = props;
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const [wantsFocus, setWantsFocus] = useState(false);
  const { index } = state;
  const grid = useGridWindow(list, rows, index?.ratio, likeHtml);
  const { layout, run, isFresh, anchor, scrollTo } = grid;

  const places = useMemo(() => {
    if (!layout) return [];
    const wanted = new Set<number>();
    for (let at = run.start; at < run.end; at++) wanted.add(at);
    // The focused card stays, and so do its neighbours, so that Tab can move on.
    if (focused !== null)
      for (const at of [focused - 1, focused, focused + 1])
        if (at >= 0 && at < layout.count) wanted.add(at);
    return [...wanted].sort((a, b) => a - b);
  }, [layout, run, focused]);

  const last = useRef({ rows, start: 0 });
  useEffect(() => {
    if (!rows) return;
    const isNear = last.current.rows === rows && Math.abs(run.start - last.current.start) < AHEAD;
    last.current = { rows, start: run.start };
    const load = () => store.loadRows(rows.slice(Math.max(0, run.start - AHEAD), run.end + AHEAD));
    if (isNear) return load();
    const timer = setTimeout(load, VIEW_REST_MS);
    return () => clearTimeout(timer);
  }, [rows, run, store]);

  useEffect(() => {
    const timer = setTimeout(() => {
      if (list.current) preparePictures(list.current);
    }, PLACEHOLDER_REST_MS);
    return () => clearTimeout(timer);
  });

  useEffect(() => setFocused(rows && placeOf(document.activeElement)), [rows]);

  useEffect(() => {
    if (!wantsFocus || focused === null) return;
    const link = list.current?.querySelector<HTMLElement>(`[data-at="${focused}"] a`);
    if (!link) return;
    link.focus({ preventScroll: rows !== null });
    setWantsFocus(false);
  });

  useImperativeHandle(
    ref,
    () => ({
      anchor,
      scrollTo,
      focus: (at) => {
        scrollTo(at);
        setFocused(at);
        setWantsFocus(true);
      },
    }),
    [anchor, scrollTo],
  );

  const handlers = {
    onFocus: ({ target }: SyntheticEvent) => {
      setFocused(placeOf(target));
      onIntent();
    },
    onPointerOver: ({ target }: SyntheticEvent) => placeOf(target) !== null && onIntent(),
    onClick: (event: SyntheticEvent<HTMLElement, MouseEvent>) => {
      const at = placeOf(event.target);
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (at === null || !link || !isPlainClick(event.nativeEvent)) return;
      event.preventDefault();
      onOpen(at, link.href);
    },
  };

  // Rows whose cards show their pictures, which stay when a new result contains them.
  const pictured = useRef<ReadonlySet<number>>(new Set());
  const shown = rows && layout && index ? places.map((at) => rows[at] ?? 0) : [...first.keys()];
  const bare = new Set(isFresh ? shown.filter((row) => !pictured.current.has(row)) : []);
  useLayoutEffect(() => {
    pictured.current = new Set(shown.filter((row) => !bare.has(row)));
  });

  if (!rows || !layout || !index) {
    const { cells, style } = staticGrid(first, { eager: EAGER, coming });
    // Another list rather than moved cards: what moves without a click is a layout shift.
    return (
      <GridFrame key={isPart ? 'part' : 'all'} style={style} ref={list} {...handlers}>
        {cells}
      </GridFrame>
    );
  }
  const style = customProperties({ '--height': rounded(layout.height), '--captions': 0 });
  return (
    <GridFrame key="all" style={style} ref={list} {...handlers}>
      {places.map((at) => {
        const row = rows[at] ?? 0;
        return (
          // The same component as in the HTML's grid, so that its element stays.
          <GridCell
            key={row}
            at={at}
            setSize={layout.count}
            item={store.item(row)}
            title={index.title[row] ?? ''}
            eager={row < EAGER}
            leading={row === 0}
            bare={bare.has(row)}
            ratio={index.ratio[row] ?? 1}
            column={layout.column[at] ?? 0}
            span={layout.span[at] ?? 1}
            top={layout.top[at] ?? 0}
          />
        );
      })}
    </GridFrame>
  );
});

/** Place in the list of the card that was hit, or null beside the cards. */
function placeOf(target: EventTarget | null): number | null {
  const link = target instanceof Element ? target.closest('a.card') : null;
  const at = link?.closest<HTMLElement>('[data-at]')?.dataset.at;
  return at === undefined ? null : Number(at);
}
